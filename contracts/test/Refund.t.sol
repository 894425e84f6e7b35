// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fixture} from "./Fixture.sol";

/// @dev Title 9 (disjoint deadlines) for every exit that a stranger can take, and title 5 (remainder).
contract RefundTest is Fixture {
    uint64 internal constant OPEN_UNTIL = START + 7 days;

    function test_revertsForAnUnknownJob() public {
        vm.expectRevert(abi.encodeWithSelector(UnknownJob.selector, 3));
        escrow.claimRefund(3);
    }

    function test_revertsForEveryEndedJob() public {
        uint256 cancelled = created();
        vm.prank(client);
        escrow.cancel(cancelled);
        refuses(cancelled, State.CANCELLED, FOREVER);

        uint256 settled = createdNamed("settled");
        assign(settled, workers[0]);
        submit(settled, workers[0]);
        seat(settled, 1);
        attest(settled, 1, 0, true);
        attest(settled, 1, 1, true);
        refuses(settled, State.SETTLED, FOREVER);

        uint256 refunded = createdNamed("refunded");
        vm.warp(OPEN_UNTIL + 1);
        escrow.claimRefund(refunded);
        refuses(refunded, State.REFUNDED, FOREVER);
    }

    function test_title9_anOpenJobIsRefundableOnceAssignIsNot() public {
        uint256 id = created();
        vm.warp(OPEN_UNTIL);
        refuses(id, State.OPEN, OPEN_UNTIL + 1);

        vm.warp(OPEN_UNTIL + 1);
        refunds(id, BUDGET, RefundCause.UNASSIGNED);
    }

    function test_title9_anAssignedJobIsRefundableOnceSubmitIsNotAndTheOpenTimeIsOver() public {
        uint256 id = assigned();
        vm.warp(START + 2 hours + 1);
        refuses(id, State.ASSIGNED, OPEN_UNTIL + 1);
        vm.warp(OPEN_UNTIL);
        refuses(id, State.ASSIGNED, OPEN_UNTIL + 1);

        vm.warp(OPEN_UNTIL + 1);
        refunds(id, BUDGET, RefundCause.UNDELIVERED);
    }

    function test_title9_aLateAssignmentKeepsItsWholeWorkWindow() public {
        uint256 id = created();
        vm.warp(OPEN_UNTIL);
        assign(id, workers[0]);
        uint64 workBy = OPEN_UNTIL + 2 hours;
        vm.warp(workBy);
        refuses(id, State.ASSIGNED, workBy + 1);

        vm.warp(workBy + 1);
        refunds(id, BUDGET, RefundCause.UNDELIVERED);
    }

    function test_title9_anUnseatedJobIsRefundableOnceSeatIsNot() public {
        uint256 id = submitted();
        uint64 seatBy = START + SEAT_WINDOW;
        vm.warp(seatBy);
        refuses(id, State.SUBMITTED, seatBy + 1);

        vm.warp(seatBy + 1);
        lapses(id, BUDGET, RefundCause.UNSEATED);
    }

    function test_title9_anUndecidedJobIsRefundableOnceAttestIsNot() public {
        uint256 id = seated();
        attest(id, 1, 0, true);
        uint64 last = START + 3 hours + GRACE;
        vm.warp(last);
        refuses(id, State.SUBMITTED, last + 1);

        vm.warp(last + 1);
        lapses(id, BUDGET - FEE, RefundCause.UNDECIDED);
    }

    function test_title9_alternatesMoveTheRefundByOneWindow() public {
        uint256 id = seated();
        addAlternate(id, 0, verifiers[3]);
        uint64 last = START + 6 hours + GRACE;
        vm.warp(last);
        refuses(id, State.SUBMITTED, last + 1);

        vm.warp(last + 1);
        lapses(id, BUDGET, RefundCause.UNDECIDED);
    }

    function test_anExpiredJobIsRefundableAtOnce() public {
        uint256 id = assigned();
        vm.warp(OPEN_UNTIL + 1);
        escrow.release(id, 1, "");
        refunds(id, BUDGET, RefundCause.EXPIRED);
    }

    function test_title5_aRejectedJobReturnsWhatTheVerdictsLeft() public {
        Terms memory wanted = terms();
        wanted.maxAttempts = 1;
        uint256 id = createdWith(wanted);
        assign(id, workers[0]);
        submit(id, workers[0]);
        seat(id, 1);
        failed(id, 1);
        assertState(id, State.REJECTED);
        refunds(id, REWARD + FEE * 3 - FEE * 2, RefundCause.REJECTED);
    }

    function test_pauseDoesNotStopARefund() public {
        uint256 id = created();
        vm.warp(OPEN_UNTIL + 1);
        vm.prank(guardian);
        escrow.pause();
        refunds(id, BUDGET, RefundCause.UNASSIGNED);
    }

    /// @dev The longest path that a job can be kept on: every act in its last second.
    function test_theWorstCaseLockIsBounded() public {
        uint256 id = created();
        vm.warp(OPEN_UNTIL);
        assign(id, workers[0]);
        vm.warp(escrow.job(id).workBy);
        submit(id, workers[0]);
        vm.warp(escrow.job(id).seatBy);
        seat(id, 1);
        for (uint256 i; i < 3; ++i) {
            vm.warp(escrow.job(id).verifyBy);
            addAlternate(id, 0, verifiers[3 + i]);
        }

        uint64 bound = OPEN_UNTIL + 2 hours + SEAT_WINDOW + 4 * 3 hours + GRACE;
        vm.warp(bound);
        refuses(id, State.SUBMITTED, bound + 1);
        vm.warp(bound + 1);
        lapses(id, BUDGET, RefundCause.UNDECIDED);
    }

    function testFuzz_aLapseSharesTheRewardToTheUnit(uint16 share, uint128 reward, uint8 recorded) public {
        Terms memory wanted = terms();
        wanted.ref = keccak256("share");
        wanted.silenceShareBps = uint16([0, 1, 5_000, 9_999, 10_000, bound(share, 0, 10_000)][share % 6]);
        wanted.reward = uint128(bound(reward, 1_000_000, 900_000_000));
        uint256 id = createdWith(wanted);
        assign(id, workers[0]);
        submit(id, workers[0]);
        seat(id, 1);
        uint256 fees = bound(recorded, 0, 1) * FEE;
        if (fees > 0) attest(id, 1, 0, false);
        vm.warp(escrow.job(id).verifyBy + GRACE + 1);
        lapses(id, escrow.budget(wanted) - fees, RefundCause.UNDECIDED);
    }

    /// @dev What a client that keeps verifiers from answering, or a worker with silent seats, can reach.
    function test_silenceEarnsTheWorkerItsShareAloneAndTheClientTheRestAlone() public {
        uint256 id = seated();
        attest(id, 1, 0, false);
        uint256 before = balance(client);
        vm.warp(START + 3 hours + GRACE + 1);
        escrow.claimRefund(id);
        vm.assertEq(balance(workers[0].agent), REWARD / 2, "worker");
        vm.assertEq(balance(client) - before, BUDGET - REWARD / 2 - FEE, "client");
        vm.assertEq(balance(verifiers[0].agent), FEE, "the verdict that was given");
        refuses(id, State.LAPSED, FOREVER);
    }

    function createdNamed(string memory name) internal returns (uint256) {
        Terms memory wanted = terms();
        wanted.ref = keccak256(bytes(name));
        return createdWith(wanted);
    }

    function refuses(uint256 id, State state, uint64 opensAt) internal {
        vm.expectRevert(abi.encodeWithSelector(NotRefundable.selector, id, state, opensAt, block.timestamp));
        vm.prank(client);
        escrow.claimRefund(id);
    }

    function lapses(uint256 id, uint256 amount, RefundCause cause) internal {
        Job memory held = escrow.job(id);
        (uint256 before, uint256 worker) = (balance(client), balance(held.agent));
        uint256 share = uint256(held.terms.reward) * held.terms.silenceShareBps / 10_000;
        expectEvent();
        emit JobLapsed(id, held.attempt, held.agent, cause, share, amount - share, held.agent);
        vm.prank(stranger);
        escrow.claimRefund(id);

        assertState(id, State.LAPSED);
        vm.assertEq(balance(client) - before, amount - share, "the client is paid, whoever asks");
        vm.assertEq(balance(held.agent) - worker, share, "and so is the worker");
        vm.assertEq(balance(stranger), 0, "stranger");
        vm.assertEq(escrow.job(id).held, 0, "held");
    }

    function refunds(uint256 id, uint256 amount, RefundCause cause) internal {
        uint256 before = balance(client);
        expectEvent();
        emit JobRefunded(id, amount, cause);
        vm.prank(stranger);
        escrow.claimRefund(id);

        assertState(id, State.REFUNDED);
        vm.assertEq(balance(client) - before, amount, "the client is paid, whoever asks");
        vm.assertEq(balance(stranger), 0, "stranger");
        vm.assertEq(escrow.job(id).held, 0, "held");
    }
}
