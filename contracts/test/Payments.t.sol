// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fixture} from "./Fixture.sol";
import {BlocklistToken, BonusToken, FalseToken, FeeToken, OpenToken, ReentrantToken} from "./HostileTokens.sol";

/// @dev Title 10: `_pay` with `owed`/`collect`; no accounting by balances.
contract BlocklistTest is Fixture {
    function makeToken() internal override returns (address) {
        return address(new BlocklistToken());
    }

    function test_collectRevertsWhenNothingIsOwed() public {
        vm.expectRevert(abi.encodeWithSelector(NothingOwed.selector, client));
        escrow.collect(client);
    }

    function test_title10_aBlockedVerifierDelaysNobodyElse() public {
        uint256 id = seated();
        blockAccount(verifiers[0].agent, true);
        (Verdict[] memory verdicts, bytes[] memory signatures) = votes(id, 1, 3, true);

        expectEvent();
        emit PaymentDeferred(id, verifiers[0].agent, FEE);
        escrow.attest(id, 1, verdicts, signatures);

        assertState(id, State.SETTLED);
        vm.assertEq(escrow.owed(verifiers[0].agent), FEE, "owed");
        vm.assertEq(balance(verifiers[1].agent), FEE, "second fee");
        vm.assertEq(balance(workers[0].agent), REWARD, "reward");
        vm.assertEq(balance(address(escrow)), FEE, "only what is owed stays");
    }

    function test_title10_aBlockedWorkerOrClientDelaysNobodyElse() public {
        uint256 id = seated();
        blockAccount(workers[0].agent, true);
        blockAccount(client, true);
        attest(id, 1, 0, true);
        attest(id, 1, 1, true);

        uint256 rest = BUDGET - REWARD - 2 * FEE;
        assertState(id, State.SETTLED);
        vm.assertEq(escrow.owed(workers[0].agent), REWARD, "reward owed");
        vm.assertEq(escrow.owed(client), rest, "remainder owed");
        vm.assertEq(balance(address(escrow)), REWARD + rest, "kept for them");
    }

    function test_title10_aBlockedClientsCancelAndRefundAreOwed() public {
        uint256 cancelled = created();
        Terms memory wanted = terms();
        wanted.ref = keccak256("other");
        uint256 refunded = createdWith(wanted);
        blockAccount(client, true);

        vm.prank(client);
        escrow.cancel(cancelled);
        vm.warp(wanted.openUntil + 1);
        escrow.claimRefund(refunded);

        vm.assertEq(escrow.owed(client), 2 * BUDGET, "debts of several jobs add up");
        vm.assertEq(escrow.job(refunded).held, 0, "held");
    }

    function test_title10_anyoneCollectsForTheAccountOnceItCanBePaid() public {
        uint256 id = created();
        blockAccount(client, true);
        vm.prank(client);
        escrow.cancel(id);
        vm.expectRevert(abi.encodeWithSelector(BlocklistToken.Blocked.selector, client));
        escrow.collect(client);
        vm.assertEq(escrow.owed(client), BUDGET, "a failed collect keeps the debt");

        blockAccount(client, false);
        uint256 before = balance(client);
        expectEvent();
        emit Collected(client, BUDGET);
        vm.prank(stranger);
        escrow.collect(client);

        vm.assertEq(balance(client) - before, BUDGET, "collected");
        vm.assertEq(escrow.owed(client), 0, "owed");
        vm.expectRevert(abi.encodeWithSelector(NothingOwed.selector, client));
        escrow.collect(client);
    }

    function test_title10_anOwedSumIsNeverPaidFromAnotherJob() public {
        uint256 first = created();
        blockAccount(client, true);
        vm.prank(client);
        escrow.cancel(first);
        blockAccount(client, false);
        Terms memory wanted = terms();
        wanted.ref = keccak256("other");
        uint256 second = createdWith(wanted);

        escrow.collect(client);
        vm.assertEq(balance(address(escrow)), escrow.job(second).held, "the other job stays whole");
    }

    function test_title10_dustSentToTheEscrowChangesNothing() public {
        OpenToken(money).mint(address(escrow), 12_345);
        uint256 id = created();
        vm.assertEq(escrow.job(id).held, BUDGET, "held");
        vm.prank(client);
        escrow.cancel(id);
        vm.assertEq(balance(address(escrow)), 12_345, "dust is nobody's");
    }

    /// @dev A caller with too little gas for the transfer may delay a payment, never lose it.
    function test_title10_aStarvedTransferIsOwedOrTheWholeCallFails() public {
        uint256 id = created();
        uint256 before = balance(client);
        for (uint256 gasLimit = 40_000; gasLimit < 140_000; gasLimit += 2_500) {
            uint256 snapshot = vm.snapshotState();
            vm.prank(client);
            (bool done,) = address(escrow).call{gas: gasLimit}(abi.encodeCall(escrow.cancel, (id)));
            uint256 settled = balance(client) - before + escrow.owed(client);
            vm.assertEq(settled, done ? BUDGET : 0, "all or nothing");
            vm.assertEq(escrow.job(id).held, done ? 0 : BUDGET, "held");
            vm.revertToStateAndDelete(snapshot);
        }
    }

    function blockAccount(address account, bool blocked) internal {
        BlocklistToken(money).setBlocked(account, blocked);
    }
}

contract FeeTokenTest is Fixture {
    function makeToken() internal override returns (address) {
        return address(new FeeToken());
    }

    function test_title10_revertsWhenLessArrivesThanTheBudget() public {
        uint256 arriving = BUDGET - BUDGET / 100;
        vm.expectRevert(abi.encodeWithSelector(WrongAmountReceived.selector, BUDGET, arriving));
        created();
        vm.assertEq(escrow.jobCount(), 0, "no job");
    }
}

contract BonusTokenTest is Fixture {
    function makeToken() internal override returns (address) {
        return address(new BonusToken());
    }

    function test_title10_revertsWhenMoreArrivesThanTheBudget() public {
        vm.expectRevert(abi.encodeWithSelector(WrongAmountReceived.selector, BUDGET, BUDGET + 1));
        created();
    }
}

contract FalseTokenTest is Fixture {
    function makeToken() internal override returns (address) {
        return address(new FalseToken());
    }

    function test_title10_revertsWhenTheTokenRefusesWithoutReverting() public {
        FalseToken(money).setFails(true);
        vm.expectRevert(abi.encodeWithSignature("SafeERC20FailedOperation(address)", money));
        created();
    }

    function test_title10_aFalseAnswerToAPaymentIsOwed() public {
        uint256 id = created();
        FalseToken(money).setFails(true);
        vm.prank(client);
        escrow.cancel(id);
        vm.assertEq(escrow.owed(client), BUDGET, "owed");

        vm.expectRevert(abi.encodeWithSignature("SafeERC20FailedOperation(address)", money));
        escrow.collect(client);
        FalseToken(money).setFails(false);
        escrow.collect(client);
        vm.assertEq(escrow.owed(client), 0, "collected");
    }
}

contract ReentrantTokenTest is Fixture {
    bytes4 internal constant REENTERED = bytes4(keccak256("ReentrancyGuardReentrantCall()"));

    function makeToken() internal override returns (address) {
        return address(new ReentrantToken());
    }

    function test_title10_createCannotBeReentered() public {
        arm(abi.encodeCall(escrow.createJob, (terms())));
        created();
        assertBlocked(1);
        vm.assertEq(escrow.jobCount(), 1, "one job");
    }

    function test_title10_cancelCannotBeReentered() public {
        uint256 id = created();
        arm(abi.encodeCall(escrow.claimRefund, (id)));
        vm.prank(client);
        escrow.cancel(id);
        assertBlocked(1);
    }

    function test_title10_refundCannotBeReentered() public {
        uint256 id = created();
        vm.warp(START + 7 days + 1);
        arm(abi.encodeCall(escrow.claimRefund, (id)));
        escrow.claimRefund(id);
        assertBlocked(1);
        vm.assertEq(balance(address(escrow)), 0, "paid once");
    }

    function test_title10_attestCannotBeReentered() public {
        uint256 id = seated();
        (Verdict[] memory verdicts, bytes[] memory signatures) = votes(id, 1, 3, true);
        arm(abi.encodeCall(escrow.attest, (id, 1, verdicts, signatures)));
        escrow.attest(id, 1, verdicts, signatures);
        assertBlocked(5);
        vm.assertEq(balance(workers[0].agent), REWARD, "one reward");
        vm.assertEq(balance(verifiers[0].agent), FEE, "one fee");
    }

    function test_title10_collectCannotBeReentered() public {
        uint256 id = seated();
        arm(abi.encodeCall(escrow.collect, (client)));
        attest(id, 1, 0, true);
        assertBlocked(1);
    }

    /// @dev A contract that is called during a payment already sees the job as it is after it.
    function test_statesAreWrittenBeforeMoneyMoves() public {
        uint256 id = created();
        arm(abi.encodeCall(escrow.job, (id)));
        vm.prank(client);
        escrow.cancel(id);

        Job memory seen = abi.decode(ReentrantToken(money).answer(), (Job));
        vm.assertEq(uint256(seen.state), uint256(State.CANCELLED), "state");
        vm.assertEq(seen.held, 0, "held");
    }

    function arm(bytes memory data) internal {
        ReentrantToken(money).arm(address(escrow), data);
    }

    function assertBlocked(uint256 times) internal view {
        ReentrantToken token = ReentrantToken(money);
        vm.assertEq(token.tried(), times, "tried");
        vm.assertEq(token.succeeded(), 0, "succeeded");
        vm.assertEq(bytes32(bytes4(token.answer())), bytes32(REENTERED), "reason");
    }
}
