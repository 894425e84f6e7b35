// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fixture} from "./Fixture.sol";

/// @dev Titles 1 (only seat keys count), 4 (singly or in batch, skips, PASS and FAIL alike, decisions), 5 (remainder
/// returned), 6 (rounds), 9 (GRACE ends attest) and 11 (revocation, compromised keys).
contract AttestTest is Fixture {
    uint256 internal id;
    uint64 internal verifyBy;

    function setUp() public override {
        super.setUp();
        id = seated();
        verifyBy = START + 3 hours;
    }

    function test_revertsUnlessSubmittedAndSeated() public {
        Terms memory wanted = terms();
        wanted.ref = keccak256("other");
        uint256 other = createdWith(wanted);
        (Verdict[] memory verdicts, bytes[] memory signatures) = votes(other, 0, 1, true);
        expectWrongState(other, State.SUBMITTED);
        escrow.attest(other, 0, verdicts, signatures);

        assign(other, workers[1]);
        submit(other, workers[1]);
        (verdicts, signatures) = votes(other, 1, 1, true);
        vm.expectRevert(abi.encodeWithSelector(NotSeated.selector, other, 1));
        escrow.attest(other, 1, verdicts, signatures);
    }

    function test_revertsForAnotherAttempt() public {
        (Verdict[] memory verdicts, bytes[] memory signatures) = votes(id, 1, 1, true);
        vm.expectRevert(abi.encodeWithSelector(WrongAttempt.selector, id, 2, 1));
        escrow.attest(id, 2, verdicts, signatures);
    }

    function test_revertsForAnEmptyOrUnequalBatch() public {
        (Verdict[] memory verdicts, bytes[] memory signatures) = batch(0);
        vm.expectRevert(abi.encodeWithSelector(WrongLength.selector, 0, 0));
        escrow.attest(id, 1, verdicts, signatures);

        (verdicts,) = votes(id, 1, 2, true);
        (, signatures) = votes(id, 1, 1, true);
        vm.expectRevert(abi.encodeWithSelector(WrongLength.selector, 1, 2));
        escrow.attest(id, 1, verdicts, signatures);
    }

    function test_title9_graceEndsAttestAndBeginsRefund() public {
        (Verdict[] memory verdicts, bytes[] memory signatures) = votes(id, 1, 2, true);
        uint64 last = verifyBy + GRACE;
        vm.warp(last);
        vm.expectRevert(abi.encodeWithSelector(NotRefundable.selector, id, State.SUBMITTED, last + 1, last));
        escrow.claimRefund(id);

        vm.warp(last + 1);
        expectTooLate(last);
        escrow.attest(id, 1, verdicts, signatures);

        vm.warp(last);
        escrow.attest(id, 1, verdicts, signatures);
        assertState(id, State.SETTLED);
    }

    function test_title1_onlySeatKeysCount() public {
        (Verdict[] memory verdicts, bytes[] memory signatures) = batch(1);
        verdicts[0] = verdict(id, 1, verifiers[3], true);
        signatures[0] = signVerdict(verdicts[0], verifiers[3].secret);
        refuses(verdicts, signatures, abi.encodeWithSelector(NotOnPanel.selector, verifiers[3].agent));

        verdicts[0] = verdict(id, 1, workers[0], true);
        signatures[0] = signVerdict(verdicts[0], workers[0].secret);
        refuses(verdicts, signatures, abi.encodeWithSelector(NotOnPanel.selector, workers[0].agent));

        verdicts[0] = verdict(id, 1, verifiers[0], true);
        signatures[0] = signVerdict(verdicts[0], verifiers[1].secret);
        bytes memory reason = abi.encodeWithSelector(BadSignature.selector, verifiers[0].key, verifiers[1].key);
        refuses(verdicts, signatures, reason);
    }

    /// @dev A seat without alternate holds zeroes, and a broken signature recovers to zero: they must never meet.
    function test_title1_theAbsentAlternateOfASeatNeverSigns() public {
        (Verdict[] memory verdicts, bytes[] memory signatures) = batch(1);
        verdicts[0] = verdict(id, 1, verifiers[0], true);
        verdicts[0].agent = address(0);
        bytes[3] memory broken = [bytes(""), new bytes(65), signVerdict(verdicts[0], verifiers[0].secret)];
        for (uint256 i; i < broken.length; ++i) {
            signatures[0] = broken[i];
            refuses(verdicts, signatures, abi.encodeWithSelector(NotOnPanel.selector, address(0)));
        }
    }

    function test_revertsForAVerdictAboutAnythingElse() public {
        Verdict memory said = verdict(id, 1, verifiers[0], true);
        said.jobId = id + 1;
        refusesMismatch(said);

        said = verdict(id, 1, verifiers[0], true);
        said.attempt = 2;
        refusesMismatch(said);

        said = verdict(id, 1, verifiers[0], true);
        said.taskCommitment = keccak256("another task");
        refusesMismatch(said);

        said = verdict(id, 1, verifiers[0], true);
        said.policyCommitment = keccak256("another policy");
        refusesMismatch(said);

        said = verdict(id, 1, verifiers[0], true);
        said.resultCommitment = keccak256("another result");
        refusesMismatch(said);
    }

    function test_revertsForASignatureOverAnotherVerdict() public {
        (Verdict[] memory verdicts, bytes[] memory signatures) = votes(id, 1, 1, false);
        verdicts[0].pass = true;
        vm.expectPartialRevert(BadSignature.selector);
        escrow.attest(id, 1, verdicts, signatures);

        verdicts[0].pass = false;
        verdicts[0].evidenceHash = keccak256("other evidence");
        vm.expectPartialRevert(BadSignature.selector);
        escrow.attest(id, 1, verdicts, signatures);
    }

    function test_aBadSignatureRevertsItsWholeBatch() public {
        (Verdict[] memory verdicts, bytes[] memory signatures) = votes(id, 1, 3, true);
        signatures[2] = signatures[1];
        vm.expectPartialRevert(BadSignature.selector);
        escrow.attest(id, 1, verdicts, signatures);
        vm.assertEq(escrow.job(id).passes, 0, "passes");
        vm.assertEq(escrow.job(id).held, BUDGET, "held");
    }

    function test_title11_aCompromisedKeyVoidsOnlyItsUnrecordedVerdicts() public {
        attest(id, 1, 0, true);
        (Verdict[] memory verdicts, bytes[] memory signatures) = votes(id, 1, 3, true);
        compromise(verifiers[0]);
        compromise(verifiers[1]);
        uint256 before = balance(verifiers[1].agent);

        escrow.attest(id, 1, verdicts, signatures);
        assertState(id, State.SETTLED);
        vm.assertEq(escrow.job(id).passes, 2, "the recorded verdict and that of the untouched key");
        vm.assertEq(balance(verifiers[1].agent), before, "no fee for the stolen key");
        vm.assertEq(uint256(escrow.seats(id, 1)[1].outcome), uint256(Outcome.NONE), "its seat is open");
    }

    /// @dev A thief posts what it likes with the stolen key: nothing of it counts, and the batch stands.
    function test_title11_aCompromisedSignatureVoidsNoBatch() public {
        compromise(verifiers[0]);
        (Verdict[] memory verdicts, bytes[] memory signatures) = votes(id, 1, 3, true);
        verdicts[0].pass = false;
        verdicts[0].resultCommitment = keccak256("another result");
        signatures[0] = new bytes(65);
        escrow.attest(id, 1, verdicts, signatures);
        assertState(id, State.SETTLED);
        vm.assertEq(escrow.job(id).fails, 0, "fails");
    }

    /// @dev A fee for nobody would be a debt that nothing covers.
    function test_title11_aVoidVerdictLeavesNoDebt() public {
        (Verdict[] memory verdicts, bytes[] memory signatures) = votes(id, 1, 2, true);
        compromise(verifiers[0]);
        escrow.attest(id, 1, verdicts, signatures);
        vm.assertEq(escrow.owed(address(0)), 0, "owed");
        vm.assertEq(balance(address(escrow)), escrow.job(id).held, "escrow");
    }

    function test_title11_compromisedSignaturesAloneDecideNothing() public {
        (Verdict[] memory verdicts, bytes[] memory signatures) = votes(id, 1, 2, true);
        compromise(verifiers[0]);
        compromise(verifiers[1]);
        escrow.attest(id, 1, verdicts, signatures);
        assertState(id, State.SUBMITTED);
        vm.assertEq(escrow.job(id).held, BUDGET, "held");
    }

    function test_aRejectedAttemptLeavesNeitherResultNorDeadline() public {
        addAlternate(id, 2, verifiers[3]);
        failed(id, 1);

        Job memory left = escrow.job(id);
        vm.assertEq(uint256(left.state), uint256(State.OPEN), "state");
        vm.assertEq(left.result, bytes32(0), "result");
        vm.assertEq(left.workBy + left.releaseAt + left.seatBy + left.verifyBy, 0, "deadlines");
        vm.assertEq(left.passes + left.fails, 0, "votes");
        vm.assertEq(left.namings, 0, "namings");
        vm.assertEq(left.agentOwner, workers[0].ownerId, "who held it stays");
        vm.assertEq(escrow.seats(id, 1).length, 3, "and so does its panel");
    }

    function test_title11_revocationIsNeverRetroactive() public {
        vm.prank(guardian);
        registry.revokeAgent(workers[0].agent);
        for (uint256 i; i < 3; ++i) {
            vm.prank(registrar);
            registry.revokeAgent(verifiers[i].agent);
        }

        attest(id, 1, 0, true);
        attest(id, 1, 1, true);
        assertState(id, State.SETTLED);
        vm.assertEq(balance(workers[0].agent), REWARD, "reward");
    }

    function test_aRotatedKeyDoesNotReachIntoARunningPanel() public {
        Person memory fresh = person(0xBEEF);
        vm.prank(registrar);
        registry.rotateKey(verifiers[0].agent, fresh.key);

        (Verdict[] memory verdicts, bytes[] memory signatures) = votes(id, 1, 1, true);
        bytes[] memory freshly = new bytes[](1);
        freshly[0] = signVerdict(verdicts[0], fresh.secret);
        refuses(verdicts, freshly, abi.encodeWithSelector(BadSignature.selector, verifiers[0].key, fresh.key));

        escrow.attest(id, 1, verdicts, signatures);
        vm.assertEq(escrow.job(id).passes, 1, "passes");
    }

    function test_title4_recordsOneVerdictAndPaysItsFee() public {
        expectEvent();
        emit VerdictRecorded(id, 1, verifiers[0].agent, 0, true, EVIDENCE, FEE, verifiers[0].agent);
        attest(id, 1, 0, true);

        Seat memory filled = escrow.seats(id, 1)[0];
        vm.assertEq(filled.judge, verifiers[0].agent, "judge");
        vm.assertEq(uint256(filled.outcome), uint256(Outcome.PASS), "outcome");
        vm.assertEq(filled.evidenceHash, EVIDENCE, "evidence");
        vm.assertEq(balance(verifiers[0].agent), FEE, "fee");
        vm.assertEq(escrow.job(id).held, BUDGET - FEE, "held");
        assertState(id, State.SUBMITTED);
    }

    function test_title4_passAndFailArePaidAlike() public {
        attest(id, 1, 0, true);
        attest(id, 1, 1, false);
        vm.assertEq(balance(verifiers[0].agent), FEE, "pass");
        vm.assertEq(balance(verifiers[1].agent), FEE, "fail");
        vm.assertEq(escrow.job(id).passes, 1, "passes");
        vm.assertEq(escrow.job(id).fails, 1, "fails");
        assertState(id, State.SUBMITTED);
    }

    function test_title4_skipsFilledSeatsSoThatNobodyBlocksABatch() public {
        (Verdict[] memory verdicts, bytes[] memory signatures) = votes(id, 1, 3, true);
        attest(id, 1, 1, true);

        escrow.attest(id, 1, verdicts, signatures);

        vm.assertEq(balance(verifiers[1].agent), FEE, "one fee");
        assertState(id, State.SETTLED);
    }

    function test_aSeatThatSignsBothWaysCountsOnceAndFirst() public {
        (Verdict[] memory verdicts, bytes[] memory signatures) = batch(2);
        for (uint256 i; i < 2; ++i) {
            verdicts[i] = verdict(id, 1, verifiers[0], i == 0);
            signatures[i] = signVerdict(verdicts[i], verifiers[0].secret);
        }
        escrow.attest(id, 1, verdicts, signatures);

        vm.assertEq(escrow.job(id).passes, 1, "passes");
        vm.assertEq(escrow.job(id).fails, 0, "fails");
        vm.assertEq(balance(verifiers[0].agent), FEE, "one fee");

        escrow.attest(id, 1, verdicts, signatures);
        vm.assertEq(escrow.job(id).held, BUDGET - FEE, "a batch of known verdicts changes nothing");
    }

    function test_title5_quorumOfPassesPaysTheWorkerAndReturnsTheRest() public {
        uint256 before = balance(client);
        attest(id, 1, 0, true);
        (Verdict[] memory verdicts, bytes[] memory signatures) = batch(1);
        verdicts[0] = verdict(id, 1, verifiers[2], true);
        signatures[0] = signVerdict(verdicts[0], verifiers[2].secret);
        uint256 rest = BUDGET - REWARD - 2 * FEE;

        expectEvent();
        emit VerdictRecorded(id, 1, verifiers[2].agent, 2, true, EVIDENCE, FEE, verifiers[2].agent);
        expectEvent();
        emit JobSettled(id, 1, workers[0].agent, REWARD, rest, workers[0].agent);
        vm.prank(stranger);
        escrow.attest(id, 1, verdicts, signatures);

        assertState(id, State.SETTLED);
        vm.assertEq(balance(workers[0].agent), REWARD, "reward");
        vm.assertEq(balance(client) - before, rest, "remainder");
        vm.assertEq(balance(address(escrow)), 0, "nothing stays");
        vm.assertEq(escrow.job(id).held, 0, "held");
    }

    function test_title4_aWholeBatchIsRecordedBeforeItDecides() public {
        (Verdict[] memory verdicts, bytes[] memory signatures) = votes(id, 1, 3, true);
        escrow.attest(id, 1, verdicts, signatures);
        vm.snapshotGasLastCall("JobEscrow", "attest three and settle");

        vm.assertEq(balance(verifiers[2].agent), FEE, "the third is paid though two decide");
        vm.assertEq(escrow.job(id).passes, 3, "passes");
        assertState(id, State.SETTLED);
    }

    function test_revertsAfterTheDecision() public {
        attest(id, 1, 0, true);
        attest(id, 1, 1, true);
        (Verdict[] memory verdicts, bytes[] memory signatures) = batch(1);
        verdicts[0] = verdict(id, 1, verifiers[2], true);
        signatures[0] = signVerdict(verdicts[0], verifiers[2].secret);
        expectWrongState(id, State.SUBMITTED);
        escrow.attest(id, 1, verdicts, signatures);
    }

    function test_title6_enoughFailsReopenAndRejectTheOwner() public {
        attest(id, 1, 0, false);
        (Verdict[] memory verdicts, bytes[] memory signatures) = batch(1);
        verdicts[0] = verdict(id, 1, verifiers[1], false);
        signatures[0] = signVerdict(verdicts[0], verifiers[1].secret);

        expectEvent();
        emit AttemptRejected(id, 1, workers[0].agent, workers[0].ownerId, State.OPEN);
        escrow.attest(id, 1, verdicts, signatures);

        assertState(id, State.OPEN);
        vm.assertTrue(escrow.isRejected(id, workers[0].ownerId), "rejected");
        vm.assertEq(escrow.job(id).held, BUDGET - 2 * FEE, "held");
        vm.assertEq(balance(workers[0].agent), 0, "no reward");
    }

    function test_title6_theLastRoundThatFailsRejectsTheJob() public {
        for (uint32 attempt = 1; attempt <= 3; ++attempt) {
            if (attempt > 1) {
                assign(id, workers[attempt - 1]);
                submit(id, workers[attempt - 1]);
                seat(id, attempt);
            }
            vm.assertEq(escrow.job(id).rounds, attempt, "rounds");
            failed(id, attempt);
            assertState(id, attempt < 3 ? State.OPEN : State.REJECTED);
        }
        vm.assertEq(escrow.job(id).held, BUDGET - 6 * FEE, "held");
    }

    function test_aRoundThatFailsAfterTheOpenTimeRejectsTheJob() public {
        Terms memory wanted = terms();
        wanted.ref = keccak256("short");
        wanted.openUntil = wanted.fundBy + 1;
        uint256 other = createdWith(wanted);
        assign(other, workers[0]);
        submit(other, workers[0]);
        seat(other, 1);

        vm.warp(wanted.openUntil);
        uint256 snapshot = vm.snapshotState();
        failed(other, 1);
        assertState(other, State.OPEN);

        vm.revertToStateAndDelete(snapshot);
        vm.warp(wanted.openUntil + 1);
        failed(other, 1);
        assertState(other, State.REJECTED);
    }

    function test_pauseDoesNotStopAPayment() public {
        vm.prank(guardian);
        escrow.pause();
        attest(id, 1, 0, true);
        attest(id, 1, 1, true);
        assertState(id, State.SETTLED);
    }

    function test_aZeroFeePanelSettlesToo() public {
        Terms memory wanted = terms();
        (wanted.ref, wanted.verifierFee) = (keccak256("free"), 0);
        uint256 other = createdWith(wanted);
        assign(other, workers[0]);
        submit(other, workers[0]);
        seat(other, 1);
        attest(other, 1, 0, true);
        attest(other, 1, 1, true);
        vm.assertEq(balance(workers[0].agent), REWARD, "reward");
        vm.assertEq(balance(verifiers[0].agent), 0, "no fee");
    }

    /// @dev Every way a panel can vote, in panel order, for every panel: one decision, at the first vote that makes it.
    function testFuzz_title4_everyPanelDecidesOnceAndWithoutTies(uint8 size, uint8 needed, uint8 ballots) public {
        Terms memory wanted = terms();
        uint256 n = bound(size, 1, 7);
        uint256 q = bound(needed, n / 2 + 1, n);
        (wanted.ref, wanted.verifiers, wanted.quorum) = (keccak256("fuzz"), uint8(n), uint8(q));
        uint256 other = createdWith(wanted);
        assign(other, workers[0]);
        submit(other, workers[0]);
        seat(other, 1);

        (uint256 passes, uint256 fails) = (0, 0);
        for (uint256 i; i < n; ++i) {
            bool pass = (ballots >> i) & 1 == 1;
            attest(other, 1, i, pass);
            if (pass) ++passes;
            else ++fails;
            if (passes >= q || fails >= n - q + 1) break;
            assertState(other, State.SUBMITTED);
        }
        assertState(other, passes >= q ? State.SETTLED : State.OPEN);
        vm.assertEq(balance(workers[0].agent), passes >= q ? REWARD : 0, "reward");
        vm.assertEq(escrow.job(other).held, passes >= q ? 0 : REWARD + FEE * n * 3 - FEE * (passes + fails), "held");
    }

    function testFuzz_moneyIsConservedForAnyReward(uint128 reward, uint128 fee) public {
        Terms memory wanted = terms();
        wanted.ref = keccak256("fuzz");
        wanted.reward = uint128(bound(reward, 1_000_000, type(uint128).max));
        wanted.verifierFee = fee;
        uint256 budget = escrow.budget(wanted);
        Minter(money).mint(client, budget);
        uint256 before = balance(client);
        uint256 other = createdWith(wanted);
        assign(other, workers[0]);
        submit(other, workers[0]);
        seat(other, 1);
        (Verdict[] memory verdicts, bytes[] memory signatures) = votes(other, 1, 3, true);
        escrow.attest(other, 1, verdicts, signatures);

        vm.assertEq(balance(workers[0].agent), wanted.reward, "reward");
        vm.assertEq(balance(verifiers[1].agent), fee, "fee");
        vm.assertEq(before - balance(client), uint256(wanted.reward) + 3 * uint256(fee), "client's cost");
    }

    function refuses(Verdict[] memory verdicts, bytes[] memory signatures, bytes memory reason) internal {
        vm.expectRevert(reason);
        escrow.attest(id, 1, verdicts, signatures);
    }

    function refusesMismatch(Verdict memory said) internal {
        (Verdict[] memory verdicts, bytes[] memory signatures) = batch(1);
        verdicts[0] = said;
        signatures[0] = signVerdict(said, verifiers[0].secret);
        refuses(verdicts, signatures, abi.encodeWithSelector(VerdictMismatch.selector, 0));
    }
}

interface Minter {
    function mint(address to, uint256 amount) external;
}
