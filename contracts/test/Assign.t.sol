// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fixture} from "./Fixture.sol";

/// @dev Titles 3 (client's owner known, excluded from worker) and 6 (abandoned assignments are free, rejected owner is out).
contract AssignTest is Fixture {
    function test_revertsForAnybodyButTheDispatcher() public {
        uint256 id = created();
        bytes32 role = escrow.DISPATCHER_ROLE();
        address[5] memory others = [client, stranger, registrar, guardian, admin];
        for (uint256 i; i < others.length; ++i) {
            expectUnauthorized(others[i], role);
            vm.prank(others[i]);
            escrow.assign(id, workers[0].agent, DRAW);
        }
    }

    function test_revertsForAnUnknownJob() public {
        vm.expectRevert(abi.encodeWithSelector(UnknownJob.selector, 7));
        assign(7, workers[0]);
    }

    function test_revertsWhilePaused() public {
        uint256 id = created();
        vm.prank(guardian);
        escrow.pause();

        vm.expectRevert(abi.encodeWithSignature("EnforcedPause()"));
        assign(id, workers[0]);
    }

    function test_revertsUnlessOpen() public {
        uint256 id = assigned();
        expectWrongState(id, State.OPEN);
        assign(id, workers[1]);
    }

    function test_openUntilIsTheLastSecondThatAssigns() public {
        uint256 id = created();
        uint64 openUntil = escrow.job(id).terms.openUntil;
        vm.warp(openUntil + 1);
        expectTooLate(openUntil);
        assign(id, workers[0]);

        vm.warp(openUntil);
        assign(id, workers[0]);
        assertState(id, State.ASSIGNED);
    }

    function test_revertsForAnUnknownAgent() public {
        uint256 id = created();
        vm.expectRevert(abi.encodeWithSelector(UnknownAgent.selector, stranger));
        vm.prank(dispatcher);
        escrow.assign(id, stranger, DRAW);
    }

    function test_revertsWithoutACommitmentToTheDraw() public {
        uint256 id = created();
        vm.expectRevert(abi.encodeWithSelector(ZeroValue.selector, bytes32("drawCommit")));
        vm.prank(dispatcher);
        escrow.assign(id, workers[0].agent, 0);
    }

    function test_theEscrowItselfIsNoWorker() public {
        uint256 id = created();
        vm.prank(registrar);
        registry.registerAgent(address(escrow), keccak256("owner"), Role.WORKER, vm.addr(1));

        vm.expectRevert(abi.encodeWithSelector(InvalidAgent.selector, address(escrow)));
        vm.prank(dispatcher);
        escrow.assign(id, address(escrow), DRAW);
    }

    function test_revertsForARevokedAgent() public {
        uint256 id = created();
        vm.prank(guardian);
        registry.revokeAgent(workers[0].agent);

        vm.expectRevert(abi.encodeWithSelector(AgentNotActive.selector, workers[0].agent));
        assign(id, workers[0]);
    }

    function test_revertsForAVerifier() public {
        uint256 id = created();
        vm.expectRevert(abi.encodeWithSelector(WrongRole.selector, verifiers[0].agent, Role.VERIFIER, Role.WORKER));
        assign(id, verifiers[0]);
    }

    function test_title3_revertsWhileTheClientsOwnerIsUnknown() public {
        uint256 id = createdByNewcomer();
        vm.expectRevert(abi.encodeWithSelector(OwnerUnknown.selector, stranger));
        assign(id, workers[0]);

        vm.prank(registrar);
        registry.registerOwner(stranger, keccak256("stranger's owner"));
        assign(id, workers[0]);
    }

    function test_title3_revertsForAnAgentOfTheClientsOwner() public {
        uint256 id = createdByNewcomer();
        vm.prank(registrar);
        registry.registerOwner(stranger, workers[0].ownerId);

        vm.expectRevert(abi.encodeWithSelector(OwnerConflict.selector, workers[0].agent, workers[0].ownerId));
        assign(id, workers[0]);
    }

    function test_title6_aRejectedOwnerIsOutOfThatJobWithEveryAgentOfItsOwn() public {
        uint256 id = seated();
        failed(id, 1);
        Person memory twin = person(0xB0FF);
        vm.prank(registrar);
        registry.registerAgent(twin.agent, workers[0].ownerId, Role.WORKER, twin.key);

        vm.expectRevert(abi.encodeWithSelector(OwnerRejected.selector, id, workers[0].ownerId));
        assign(id, workers[0]);
        vm.expectRevert(abi.encodeWithSelector(OwnerRejected.selector, id, workers[0].ownerId));
        assign(id, twin);

        assign(id, workers[1]);
        Terms memory other = terms();
        other.ref = keccak256("another job");
        assign(createdWith(other), twin);
    }

    function test_title6_abandonedAssignmentsCostNoRound() public {
        uint256 id = created();
        for (uint32 attempt = 1; attempt <= 12; ++attempt) {
            assign(id, workers[attempt % 3]);
            vm.prank(workers[attempt % 3].agent);
            escrow.release(id, attempt, "");
        }

        vm.assertEq(escrow.job(id).attempt, 12, "attempts");
        vm.assertEq(escrow.job(id).rounds, 0, "rounds");
        assertState(id, State.OPEN);
    }

    function test_takesTheSnapshotThatTheAttemptIsPaidBy() public {
        uint256 id = created();
        expectEvent();
        emit JobAssigned(id, 1, workers[0].agent, workers[0].ownerId, START + 2 hours, link(id, 0), workers[0].agent);
        assign(id, workers[0]);
        vm.snapshotGasLastCall("JobEscrow", "assign");

        Job memory given = escrow.job(id);
        vm.assertEq(uint256(given.state), uint256(State.ASSIGNED), "state");
        vm.assertEq(given.attempt, 1, "attempt");
        vm.assertEq(given.agent, workers[0].agent, "agent");
        vm.assertEq(given.key, workers[0].key, "key");
        vm.assertEq(given.agentOwner, workers[0].ownerId, "owner");
        vm.assertEq(given.workBy, START + 2 hours, "workBy");
        vm.assertEq(given.drawCommit, link(id, 0), "drawCommit");
        vm.assertEq(given.held, BUDGET, "held");
    }

    function test_clearsNoticeAndObjectionOfTheAttemptBefore() public {
        uint256 id = assigned();
        vm.prank(dispatcher);
        escrow.requestRelease(id, 1);
        escrow.objectRelease(id, 1, signObjection(id, 1, workers[0].secret));
        vm.warp(START + 2 hours + 1);
        escrow.release(id, 1, "");

        assign(id, workers[1]);

        vm.assertTrue(!escrow.job(id).objected, "objected");
        vm.prank(dispatcher);
        escrow.requestRelease(id, 2);
        vm.warp(block.timestamp + RELEASE_NOTICE + 1);
        escrow.release(id, 2, "");
        assign(id, workers[2]);
        vm.assertEq(escrow.job(id).releaseAt, 0, "releaseAt");
    }

    /// @dev No path leads to an open job without rounds left, so the slot that packs `rounds` is written directly.
    function test_title6_revertsWithoutARoundLeft() public {
        uint256 id = created();
        bytes32 slot = jobSlot(id);
        uint256 word = uint256(vm.load(address(escrow), slot));
        vm.store(address(escrow), slot, bytes32(word | (uint256(3) << 232)));
        vm.assertEq(escrow.job(id).rounds, 3, "the slot holds the rounds");

        vm.expectRevert(abi.encodeWithSelector(NoRoundsLeft.selector, id, 3));
        assign(id, workers[0]);
    }

    /// @dev The first slot of the job: the only one of the mapping's candidates that holds this client.
    function jobSlot(uint256 id) internal view returns (bytes32) {
        for (uint256 base; base < 32; ++base) {
            bytes32 slot = keccak256(abi.encode(id, base));
            if (address(uint160(uint256(vm.load(address(escrow), slot)) >> 8)) == client) return slot;
        }
        revert("no such slot");
    }

    function createdByNewcomer() internal returns (uint256) {
        vm.prank(client);
        TokenMoves(money).transfer(stranger, BUDGET);
        vm.prank(stranger);
        TokenMoves(money).approve(address(escrow), BUDGET);
        vm.prank(stranger);
        return escrow.createJob(terms());
    }
}

interface TokenMoves {
    function transfer(address to, uint256 amount) external returns (bool);
    function approve(address spender, uint256 amount) external returns (bool);
}
