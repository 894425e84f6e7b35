// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fixture} from "./Fixture.sol";

/// @dev The client's own exit from an open job.
contract CancelTest is Fixture {
    function test_revertsForAnybodyButTheClient() public {
        uint256 id = created();
        address[5] memory others = [stranger, dispatcher, registrar, guardian, admin];
        for (uint256 i; i < others.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(NotClient.selector, others[i], client));
            vm.prank(others[i]);
            escrow.cancel(id);
        }
    }

    function test_revertsForAnUnknownJob() public {
        vm.expectRevert(abi.encodeWithSelector(UnknownJob.selector, 1));
        cancel(1);
    }

    function test_revertsWhileAnybodyWorksOrJudges() public {
        uint256 id = assigned();
        expectWrongState(id, State.OPEN);
        cancel(id);

        submit(id, workers[0]);
        expectWrongState(id, State.OPEN);
        cancel(id);

        seat(id, 1);
        expectWrongState(id, State.OPEN);
        cancel(id);
    }

    function test_revertsOnceEnded() public {
        uint256 id = created();
        cancel(id);
        expectWrongState(id, State.OPEN);
        cancel(id);
    }

    function test_returnsEverythingAtOnce() public {
        uint256 before = balance(client);
        uint256 id = created();
        expectEvent();
        emit JobCancelled(id, BUDGET);
        cancel(id);
        vm.snapshotGasLastCall("JobEscrow", "cancel");

        assertState(id, State.CANCELLED);
        vm.assertEq(balance(client), before, "client");
        vm.assertEq(escrow.job(id).held, 0, "held");
        vm.assertEq(balance(address(escrow)), 0, "escrow");
    }

    function test_title5_returnsTheRemainderAfterAFailedRound() public {
        uint256 before = balance(client);
        uint256 id = seated();
        failed(id, 1);
        expectEvent();
        emit JobCancelled(id, BUDGET - 2 * FEE);
        cancel(id);
        vm.assertEq(before - balance(client), 2 * FEE, "only the recorded verdicts were paid");
    }

    function test_isOpenWhilePausedAndAfterTheOpenTime() public {
        uint256 id = created();
        vm.prank(guardian);
        escrow.pause();
        vm.warp(START + 7 days + 1);
        cancel(id);
        assertState(id, State.CANCELLED);
    }

    function cancel(uint256 id) internal {
        vm.prank(client);
        escrow.cancel(id);
    }
}
