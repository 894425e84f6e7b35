// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fixture} from "./Fixture.sol";

/// @dev Title 9 (disjoint deadlines) for every exit that a stranger can take for the client, and title 5 (remainder).
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
        refunds(id, BUDGET, RefundCause.UNSEATED);
    }

    function test_title9_anUndecidedJobIsRefundableOnceAttestIsNot() public {
        uint256 id = seated();
        attest(id, 1, 0, true);
        uint64 last = START + 3 hours + GRACE;
        vm.warp(last);
        refuses(id, State.SUBMITTED, last + 1);

        vm.warp(last + 1);
        refunds(id, BUDGET - FEE, RefundCause.UNDECIDED);
    }

    function test_title9_alternatesMoveTheRefundByOneWindow() public {
        uint256 id = seated();
        addAlternate(id, 0, verifiers[3]);
        uint64 last = START + 6 hours + GRACE;
        vm.warp(last);
        refuses(id, State.SUBMITTED, last + 1);

        vm.warp(last + 1);
        refunds(id, BUDGET, RefundCause.UNDECIDED);
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
        vm.warp(escrow.job(id).verifyBy);
        addAlternate(id, 0, verifiers[3]);

        uint64 bound = OPEN_UNTIL + 2 hours + SEAT_WINDOW + 2 * 3 hours + GRACE;
        vm.warp(bound);
        refuses(id, State.SUBMITTED, bound + 1);
        vm.warp(bound + 1);
        refunds(id, BUDGET, RefundCause.UNDECIDED);
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
