// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {JobActions} from "../src/JobActions.sol";
import {Fixture} from "./Fixture.sol";

/// @dev `allowedActions` in every state, and its word against what the transitions really do.
contract ActionsTest is Fixture {
    uint64 internal constant OPEN_UNTIL = START + 7 days;
    uint64 internal constant WORK_BY = START + 2 hours;

    function test_revertsForAnUnknownJob() public {
        JobActions actions = escrow.actions();
        vm.expectRevert(abi.encodeWithSelector(UnknownJob.selector, 1));
        actions.allowedActions(1);
    }

    function test_anOpenJob() public {
        uint256 id = created();
        Action[] memory actions = listed(id, 3);
        same(actions[0], ActionKind.ASSIGN, Caller.DISPATCHER, 0, OPEN_UNTIL, true);
        same(actions[1], ActionKind.CANCEL, Caller.CLIENT, 0, FOREVER, true);
        same(actions[2], ActionKind.CLAIM_REFUND, Caller.ANYONE, OPEN_UNTIL + 1, FOREVER, false);

        vm.warp(OPEN_UNTIL);
        same(listed(id, 3)[0], ActionKind.ASSIGN, Caller.DISPATCHER, 0, OPEN_UNTIL, true);
        vm.prank(guardian);
        escrow.pause();
        same(listed(id, 3)[0], ActionKind.ASSIGN, Caller.DISPATCHER, 0, OPEN_UNTIL, false);

        vm.warp(OPEN_UNTIL + 1);
        actions = listed(id, 2);
        same(actions[0], ActionKind.CANCEL, Caller.CLIENT, 0, FOREVER, true);
        same(actions[1], ActionKind.CLAIM_REFUND, Caller.ANYONE, OPEN_UNTIL + 1, FOREVER, true);
    }

    function test_anAssignedJob() public {
        uint256 id = assigned();
        Action[] memory actions = listed(id, 5);
        same(actions[0], ActionKind.SUBMIT, Caller.AGENT, 0, WORK_BY, true);
        same(actions[1], ActionKind.REQUEST_RELEASE, Caller.DISPATCHER, 0, FOREVER, true);
        same(actions[2], ActionKind.RELEASE, Caller.AGENT, 0, FOREVER, true);
        same(actions[3], ActionKind.RELEASE, Caller.ANYONE, WORK_BY + 1, FOREVER, false);
        same(actions[4], ActionKind.CLAIM_REFUND, Caller.ANYONE, OPEN_UNTIL + 1, FOREVER, false);
    }

    function test_anAssignedJobUnderNotice() public {
        uint256 id = assigned();
        vm.prank(dispatcher);
        escrow.requestRelease(id, 1);
        uint64 releaseAt = START + RELEASE_NOTICE;
        Action[] memory actions = listed(id, 5);
        same(actions[1], ActionKind.OBJECT_RELEASE, Caller.AGENT, 0, releaseAt, true);
        same(actions[3], ActionKind.RELEASE, Caller.ANYONE, releaseAt + 1, FOREVER, false);

        vm.warp(releaseAt);
        escrow.objectRelease(id, 1, signObjection(id, 1, workers[0].secret));
        actions = listed(id, 4);
        same(actions[2], ActionKind.RELEASE, Caller.ANYONE, WORK_BY + 1, FOREVER, false);
    }

    function test_anAssignedJobWithACompromisedKey() public {
        uint256 id = assigned();
        compromise(workers[0]);
        Action[] memory actions = listed(id, 4);
        same(actions[0], ActionKind.REQUEST_RELEASE, Caller.DISPATCHER, 0, FOREVER, true);
        same(actions[1], ActionKind.RELEASE, Caller.AGENT, 0, FOREVER, true);
        same(actions[2], ActionKind.RELEASE, Caller.ANYONE, WORK_BY + 1, FOREVER, false);

        vm.prank(dispatcher);
        escrow.requestRelease(id, 1);
        actions = listed(id, 3);
        same(actions[0], ActionKind.RELEASE, Caller.AGENT, 0, FOREVER, true);
        same(actions[1], ActionKind.RELEASE, Caller.ANYONE, START + RELEASE_NOTICE + 1, FOREVER, false);
    }

    function test_anAssignedJobAfterItsDeadlines() public {
        uint256 id = assigned();
        vm.warp(OPEN_UNTIL + 1);
        Action[] memory actions = listed(id, 4);
        same(actions[2], ActionKind.RELEASE, Caller.ANYONE, WORK_BY + 1, FOREVER, true);
        same(actions[3], ActionKind.CLAIM_REFUND, Caller.ANYONE, OPEN_UNTIL + 1, FOREVER, true);
    }

    function test_aSubmittedJob() public {
        uint256 id = submitted();
        uint64 seatBy = START + SEAT_WINDOW;
        Action[] memory actions = listed(id, 2);
        same(actions[0], ActionKind.SEAT, Caller.DISPATCHER, 0, seatBy, true);
        same(actions[1], ActionKind.CLAIM_REFUND, Caller.ANYONE, seatBy + 1, FOREVER, false);

        vm.warp(seatBy + 1);
        same(listed(id, 1)[0], ActionKind.CLAIM_REFUND, Caller.ANYONE, seatBy + 1, FOREVER, true);
    }

    function test_aSeatedJob() public {
        uint256 id = seated();
        uint64 verifyBy = START + 3 hours;
        Action[] memory actions = listed(id, 3);
        same(actions[0], ActionKind.ATTEST, Caller.ANYONE, 0, verifyBy + GRACE, true);
        same(actions[1], ActionKind.ADD_ALTERNATES, Caller.DISPATCHER, 0, verifyBy, true);
        same(actions[2], ActionKind.CLAIM_REFUND, Caller.ANYONE, verifyBy + GRACE + 1, FOREVER, false);

        addAlternate(id, 0, verifiers[3]);
        same(listed(id, 3)[1], ActionKind.ADD_ALTERNATES, Caller.DISPATCHER, 0, verifyBy + 3 hours, true);
        addAlternate(id, 0, verifiers[4]);
        addAlternate(id, 0, verifiers[6]);
        actions = listed(id, 2);
        same(actions[0], ActionKind.ATTEST, Caller.ANYONE, 0, verifyBy + 9 hours + GRACE, true);
    }

    function test_anEndedJobAdmitsNothing() public {
        uint256 id = seated();
        attest(id, 1, 0, true);
        attest(id, 1, 1, true);
        listed(id, 0);
    }

    function test_aRefundableJobAdmitsItsRefundAtOnce() public {
        uint256 id = assigned();
        vm.warp(OPEN_UNTIL + 1);
        escrow.release(id, 1, "");
        same(listed(id, 1)[0], ActionKind.CLAIM_REFUND, Caller.ANYONE, 0, FOREVER, true);
    }

    function test_aRejectedJobAdmitsItsRefundAtOnce() public {
        Terms memory wanted = terms();
        wanted.maxAttempts = 1;
        uint256 id = createdWith(wanted);
        assign(id, workers[0]);
        submit(id, workers[0]);
        seat(id, 1);
        failed(id, 1);
        same(listed(id, 1)[0], ActionKind.CLAIM_REFUND, Caller.ANYONE, 0, FOREVER, true);
    }

    function testFuzz_whatIsOpenSucceedsAndWhatIsNotReverts(uint8 stage, uint32 wait, bool stolen) public {
        uint256 id = atStage(uint8(bound(stage, 0, 5)));
        if (stolen) compromise(workers[0]);
        vm.warp(START + bound(wait, 0, 15 days));
        bool[10] memory open = openKinds(id);
        for (uint8 kind; kind < 10; ++kind) {
            (address sender, bytes memory data) = callOf(id, ActionKind(kind));
            uint256 snapshot = vm.snapshotState();
            vm.prank(sender);
            (bool success,) = address(escrow).call(data);
            vm.revertToStateAndDelete(snapshot);
            vm.assertEq(success, open[kind], "the view says what the transition does");
        }
    }

    function atStage(uint8 stage) internal returns (uint256 id) {
        if (stage == 0) return created();
        if (stage == 1) return assigned();
        if (stage == 2) {
            id = assigned();
            vm.prank(dispatcher);
            escrow.requestRelease(id, 1);
            return id;
        }
        if (stage == 3) return submitted();
        id = seated();
        if (stage == 5) {
            for (uint256 i; i < 3; ++i) {
                addAlternate(id, 0, verifiers[6 + i]);
            }
        }
    }

    /// @dev The kinds of which one is open to anyone, or to the caller that `callOf` uses for it.
    function openKinds(uint256 id) internal view returns (bool[10] memory open) {
        Action[] memory actions = escrow.actions().allowedActions(id);
        for (uint256 i; i < actions.length; ++i) {
            bool strangersRelease = actions[i].kind == ActionKind.RELEASE && actions[i].caller == Caller.AGENT;
            if (!strangersRelease && actions[i].open) open[uint8(actions[i].kind)] = true;
        }
    }

    function callOf(uint256 id, ActionKind kind) internal view returns (address, bytes memory) {
        if (kind == ActionKind.ASSIGN) return (dispatcher, abi.encodeCall(escrow.assign, (id, workers[2].agent, link(id, 0))));
        if (kind == ActionKind.REQUEST_RELEASE) return (dispatcher, abi.encodeCall(escrow.requestRelease, (id, 1)));
        if (kind == ActionKind.OBJECT_RELEASE) {
            bytes memory signature = signObjection(id, 1, workers[0].secret);
            return (stranger, abi.encodeCall(escrow.objectRelease, (id, 1, signature)));
        }
        if (kind == ActionKind.RELEASE) return (stranger, abi.encodeCall(escrow.release, (id, 1, "")));
        if (kind == ActionKind.SUBMIT) return (workers[0].agent, abi.encodeCall(escrow.submit, (id, 1, RESULT, "")));
        if (kind == ActionKind.SEAT) return (dispatcher, abi.encodeCall(escrow.seat, (id, 1, panel(0, 3), nextSecret(id), DRAW)));
        if (kind == ActionKind.ADD_ALTERNATES) {
            return (dispatcher, abi.encodeCall(escrow.addAlternates, (id, 1, new uint8[](1), panel(5, 1), nextSecret(id), DRAW)));
        }
        if (kind == ActionKind.ATTEST) {
            (Verdict[] memory verdicts, bytes[] memory signatures) = votes(id, 1, 1, true);
            return (stranger, abi.encodeCall(escrow.attest, (id, 1, verdicts, signatures)));
        }
        if (kind == ActionKind.CANCEL) return (client, abi.encodeCall(escrow.cancel, (id)));
        return (stranger, abi.encodeCall(escrow.claimRefund, (id)));
    }

    function listed(uint256 id, uint256 count) internal view returns (Action[] memory actions) {
        actions = escrow.actions().allowedActions(id);
        vm.assertEq(actions.length, count, "actions");
    }

    function same(Action memory action, ActionKind kind, Caller caller, uint64 opensAt, uint64 closesAt, bool open)
        internal
        pure
    {
        vm.assertEq(
            keccak256(abi.encode(action)),
            keccak256(abi.encode(Action(kind, caller, opensAt, closesAt, open))),
            "action"
        );
    }
}
