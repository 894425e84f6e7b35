// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fixture} from "./Fixture.sol";

/// @dev Title 7: release only by the agent, by time, or by notice without objection.
contract ReleaseTest is Fixture {
    uint256 internal id;
    uint64 internal workBy;

    function setUp() public override {
        super.setUp();
        id = assigned();
        workBy = START + 2 hours;
    }

    // requestRelease

    function test_requestRevertsForAnybodyButTheDispatcher() public {
        bytes32 role = escrow.DISPATCHER_ROLE();
        address[5] memory others = [client, stranger, registrar, guardian, workers[0].agent];
        for (uint256 i; i < others.length; ++i) {
            expectUnauthorized(others[i], role);
            vm.prank(others[i]);
            escrow.requestRelease(id, 1);
        }
    }

    function test_requestRevertsUnlessAssigned() public {
        vm.expectRevert(abi.encodeWithSelector(UnknownJob.selector, 7));
        vm.prank(dispatcher);
        escrow.requestRelease(7, 1);

        submit(id, workers[0]);
        expectWrongState(id, State.ASSIGNED);
        request(1);
    }

    function test_requestRevertsForAnotherAttempt() public {
        expectWrongAttempt(2);
        request(2);
    }

    function test_requestRevertsASecondTime() public {
        request(1);
        vm.expectRevert(abi.encodeWithSelector(ReleaseAlreadyRequested.selector, id, START + RELEASE_NOTICE));
        request(1);
    }

    function test_title7_requestRevertsAfterAnObjectionForTheWholeAttempt() public {
        request(1);
        escrow.objectRelease(id, 1, signObjection(id, 1, workers[0].secret));

        vm.expectRevert(abi.encodeWithSelector(ReleaseAlreadyObjected.selector, id));
        request(1);
    }

    function test_requestGivesNotice() public {
        expectEvent();
        emit ReleaseRequested(id, 1, START + RELEASE_NOTICE);
        request(1);

        vm.assertEq(escrow.job(id).releaseAt, START + RELEASE_NOTICE, "releaseAt");
        assertState(id, State.ASSIGNED);
    }

    // A stolen key

    /// @dev A thief neither throws the worker's attempt away nor keeps it from the next worker.
    function test_title11_aCompromisedKeyNeitherReleasesNorObjects() public {
        bytes memory given = signRelease(id, 1, workers[0].secret);
        bytes memory objection = signObjection(id, 1, workers[0].secret);
        compromise(workers[0]);
        vm.expectRevert(abi.encodeWithSelector(KeyIsCompromised.selector, workers[0].key));
        escrow.release(id, 1, given);

        request(1);
        vm.expectRevert(abi.encodeWithSelector(KeyIsCompromised.selector, workers[0].key));
        escrow.objectRelease(id, 1, objection);
        vm.warp(START + RELEASE_NOTICE + 1);
        escrow.release(id, 1, given);
        assertState(id, State.OPEN);
    }

    function test_title11_theAgentsWalletAndTimeStillReleaseWithACompromisedKey() public {
        compromise(workers[0]);
        uint256 snapshot = vm.snapshotState();
        vm.prank(workers[0].agent);
        escrow.release(id, 1, "");
        assertState(id, State.OPEN);
        vm.revertToStateAndDelete(snapshot);

        vm.warp(workBy + 1);
        escrow.release(id, 1, "");
        assertState(id, State.OPEN);
    }

    // objectRelease

    function test_objectionRevertsWithoutARequest() public {
        bytes memory signature = signObjection(id, 1, workers[0].secret);
        vm.expectRevert(abi.encodeWithSelector(ReleaseNotRequested.selector, id));
        escrow.objectRelease(id, 1, signature);
    }

    function test_objectionRevertsUnlessAssigned() public {
        bytes memory signature = signObjection(id, 1, workers[0].secret);
        submit(id, workers[0]);
        expectWrongState(id, State.ASSIGNED);
        escrow.objectRelease(id, 1, signature);
    }

    function test_objectionRevertsForAnotherAttempt() public {
        request(1);
        bytes memory signature = signObjection(id, 2, workers[0].secret);
        expectWrongAttempt(2);
        escrow.objectRelease(id, 2, signature);
    }

    function test_objectionRevertsForAnyOtherSignature() public {
        request(1);
        refusesObjection(signObjection(id, 1, workers[1].secret), workers[1].key);

        bytes memory released = signRelease(id, 1, workers[0].secret);
        vm.expectPartialRevert(BadSignature.selector);
        escrow.objectRelease(id, 1, released);

        bytes memory foreign = signObjection(id + 1, 1, workers[0].secret);
        vm.expectPartialRevert(BadSignature.selector);
        escrow.objectRelease(id, 1, foreign);

        refusesObjection("", address(0));
    }

    function test_title9_noticeEndsWithItsLastSecondOfObjection() public {
        request(1);
        uint64 releaseAt = START + RELEASE_NOTICE;
        bytes memory signature = signObjection(id, 1, workers[0].secret);

        vm.warp(releaseAt);
        vm.expectRevert(abi.encodeWithSelector(NotReleasable.selector, id, releaseAt + 1, releaseAt));
        vm.prank(stranger);
        escrow.release(id, 1, "");

        vm.warp(releaseAt + 1);
        expectTooLate(releaseAt);
        escrow.objectRelease(id, 1, signature);

        vm.warp(releaseAt);
        escrow.objectRelease(id, 1, signature);
        vm.assertTrue(escrow.job(id).objected, "objected");
    }

    function test_title7_objectionKeepsTheAssignment() public {
        request(1);
        bytes memory signature = signObjection(id, 1, workers[0].secret);
        expectEvent();
        emit ReleaseObjected(id, 1);
        vm.prank(stranger);
        escrow.objectRelease(id, 1, signature);

        vm.assertEq(escrow.job(id).releaseAt, 0, "releaseAt");
        vm.warp(workBy);
        vm.expectRevert(abi.encodeWithSelector(NotReleasable.selector, id, workBy + 1, workBy));
        vm.prank(dispatcher);
        escrow.release(id, 1, "");
    }

    // release

    function test_releaseRevertsUnlessAssigned() public {
        submit(id, workers[0]);
        expectWrongState(id, State.ASSIGNED);
        vm.prank(workers[0].agent);
        escrow.release(id, 1, "");
    }

    function test_releaseRevertsForAnotherAttempt() public {
        expectWrongAttempt(0);
        vm.prank(workers[0].agent);
        escrow.release(id, 0, "");
    }

    function test_title7_nobodyElseReleasesAWorkerInItsTime() public {
        address[5] memory others = [client, stranger, dispatcher, registrar, guardian];
        for (uint256 i; i < others.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(NotReleasable.selector, id, workBy + 1, START));
            vm.prank(others[i]);
            escrow.release(id, 1, "");
        }
    }

    function test_releaseRevertsForAnyOtherSignature() public {
        bytes memory other = signRelease(id, 1, workers[1].secret);
        vm.expectRevert(abi.encodeWithSelector(BadSignature.selector, workers[0].key, workers[1].key));
        escrow.release(id, 1, other);

        bytes memory nextAttempt = signRelease(id, 2, workers[0].secret);
        vm.expectPartialRevert(BadSignature.selector);
        escrow.release(id, 1, nextAttempt);

        bytes memory objection = signObjection(id, 1, workers[0].secret);
        vm.expectPartialRevert(BadSignature.selector);
        escrow.release(id, 1, objection);
    }

    function test_agentsWalletReleasesAtAnyTime() public {
        expectReleased(ReleaseCause.AGENT);
        vm.prank(workers[0].agent);
        escrow.release(id, 1, "");
        assertState(id, State.OPEN);
    }

    function test_anyoneReleasesWithTheAgentKeysSignature() public {
        bytes memory signature = signRelease(id, 1, workers[0].secret);
        expectReleased(ReleaseCause.AGENT);
        vm.prank(stranger);
        escrow.release(id, 1, signature);
        assertState(id, State.OPEN);
    }

    function test_title9_workByIsTheLastSecondOfTheWorkerAndTheNextIsAnyones() public {
        vm.warp(workBy);
        vm.expectRevert(abi.encodeWithSelector(NotReleasable.selector, id, workBy + 1, workBy));
        vm.prank(stranger);
        escrow.release(id, 1, "");

        vm.warp(workBy + 1);
        expectReleased(ReleaseCause.DEADLINE);
        vm.prank(stranger);
        escrow.release(id, 1, "");
        assertState(id, State.OPEN);
    }

    function test_title7_anyoneReleasesAfterAnUnopposedNotice() public {
        request(1);
        vm.warp(START + RELEASE_NOTICE + 1);
        expectReleased(ReleaseCause.NOTICE);
        vm.prank(stranger);
        escrow.release(id, 1, "");
        assertState(id, State.OPEN);
    }

    function test_aResultStillBeatsTheReleaseAfterANotice() public {
        request(1);
        vm.warp(START + RELEASE_NOTICE + 1);
        submit(id, workers[0]);
        assertState(id, State.SUBMITTED);
    }

    function test_aNoticeThatOutlivesTheDeadlineDoesNotDelayIt() public {
        vm.warp(workBy - 10);
        request(1);
        vm.warp(workBy + 1);
        expectReleased(ReleaseCause.DEADLINE);
        vm.prank(stranger);
        escrow.release(id, 1, "");
    }

    function test_aNoticeThatEndsWithTheDeadlineIsTheDeadline() public {
        vm.warp(workBy - RELEASE_NOTICE);
        request(1);
        vm.warp(workBy + 1);
        expectReleased(ReleaseCause.DEADLINE);
        vm.prank(stranger);
        escrow.release(id, 1, "");
    }

    function test_title9_releaseReopensUntilTheLastOpenSecondAndExpiresAfter() public {
        uint64 openUntil = START + 7 days;
        vm.warp(openUntil);
        uint256 snapshot = vm.snapshotState();
        escrow.release(id, 1, "");
        assertState(id, State.OPEN);

        vm.revertToStateAndDelete(snapshot);
        vm.warp(openUntil + 1);
        escrow.release(id, 1, "");
        assertState(id, State.EXPIRED);
        vm.assertEq(escrow.job(id).held, BUDGET, "held until somebody refunds");
    }

    function test_aReleasedWorkerMayTakeTheJobAgain() public {
        vm.prank(workers[0].agent);
        escrow.release(id, 1, "");
        assign(id, workers[0]);
        vm.assertEq(escrow.job(id).attempt, 2, "attempt");

        expectWrongAttempt(1);
        vm.prank(workers[0].agent);
        escrow.release(id, 1, "");
    }

    function request(uint32 attempt) internal {
        vm.prank(dispatcher);
        escrow.requestRelease(id, attempt);
    }

    function refusesObjection(bytes memory signature, address recovered) internal {
        vm.expectRevert(abi.encodeWithSelector(BadSignature.selector, workers[0].key, recovered));
        escrow.objectRelease(id, 1, signature);
    }

    function expectReleased(ReleaseCause cause) internal {
        expectEvent();
        emit JobReleased(id, 1, cause);
    }

    function expectWrongAttempt(uint32 given) internal {
        vm.expectRevert(abi.encodeWithSelector(WrongAttempt.selector, id, given, escrow.job(id).attempt));
    }
}
