// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fixture} from "./Fixture.sol";

/// @dev Titles 8 (submit by the runtime key's signature from anyone) and 11 (compromised keys).
contract SubmitTest is Fixture {
    uint256 internal id;

    function setUp() public override {
        super.setUp();
        id = assigned();
    }

    function test_revertsUnlessAssigned() public {
        vm.expectRevert(abi.encodeWithSelector(UnknownJob.selector, 7));
        escrow.submit(7, 1, RESULT, "");

        submit(id, workers[0]);
        expectWrongState(id, State.ASSIGNED);
        vm.prank(workers[0].agent);
        escrow.submit(id, 1, RESULT, "");
    }

    function test_revertsForAnotherAttempt() public {
        bytes memory signature = signSubmission(id, 2, RESULT, workers[0].secret);
        vm.expectRevert(abi.encodeWithSelector(WrongAttempt.selector, id, 2, 1));
        escrow.submit(id, 2, RESULT, signature);
    }

    function test_title9_workByIsTheLastSecondThatSubmits() public {
        uint64 workBy = START + 2 hours;
        vm.warp(workBy + 1);
        expectTooLate(workBy);
        vm.prank(workers[0].agent);
        escrow.submit(id, 1, RESULT, "");

        vm.warp(workBy);
        submit(id, workers[0]);
        assertState(id, State.SUBMITTED);
    }

    function test_title11_revertsForACompromisedKeyFromKeyAndWalletAlike() public {
        bytes memory signature = signSubmission(id, 1, RESULT, workers[0].secret);
        vm.prank(guardian);
        registry.markCompromised(workers[0].key);

        vm.expectRevert(abi.encodeWithSelector(KeyIsCompromised.selector, workers[0].key));
        escrow.submit(id, 1, RESULT, signature);
        vm.expectRevert(abi.encodeWithSelector(KeyIsCompromised.selector, workers[0].key));
        vm.prank(workers[0].agent);
        escrow.submit(id, 1, RESULT, "");
    }

    function test_revertsForAZeroResult() public {
        bytes memory signature = signSubmission(id, 1, 0, workers[0].secret);
        vm.expectRevert(abi.encodeWithSelector(ZeroValue.selector, bytes32("result")));
        escrow.submit(id, 1, 0, signature);
        vm.expectRevert(abi.encodeWithSelector(ZeroValue.selector, bytes32("result")));
        vm.prank(workers[0].agent);
        escrow.submit(id, 1, 0, "");
    }

    function test_revertsForAnyOtherSignature() public {
        refuses(signSubmission(id, 1, RESULT, workers[1].secret));
        refuses(signSubmission(id, 2, RESULT, workers[0].secret));
        refuses(signSubmission(id + 1, 1, RESULT, workers[0].secret));
        refuses(signSubmission(id, 1, EVIDENCE, workers[0].secret));
        refuses(signRelease(id, 1, workers[0].secret));
        refuses("");
        refuses(new bytes(64));
        refuses(new bytes(65));
    }

    /// @dev The other root of the same signature: the same key and digest, yet not the one form that is accepted.
    function test_revertsForAMalleableSignature() public {
        bytes memory signature = signSubmission(id, 1, RESULT, workers[0].secret);
        uint256 order = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;
        bytes32 r;
        uint256 s;
        uint8 v = uint8(signature[64]);
        assembly ("memory-safe") {
            r := mload(add(signature, 0x20))
            s := mload(add(signature, 0x40))
        }
        refuses(abi.encodePacked(r, order - s, v == 27 ? uint8(28) : uint8(27)));
    }

    function test_revertsForASignatureOfAnotherContractOrChain() public {
        bytes32 structHash = keccak256(
            abi.encode(
                keccak256("Submission(uint256 jobId,uint32 attempt,bytes32 resultCommitment)"), id, uint32(1), RESULT
            )
        );
        refuses(signDigest(workers[0].secret, digestFor(block.chainid, address(this), structHash)));
        refuses(signDigest(workers[0].secret, digestFor(block.chainid + 1, address(escrow), structHash)));

        escrow.submit(
            id, 1, RESULT, signDigest(workers[0].secret, digestFor(block.chainid, address(escrow), structHash))
        );
    }

    function test_theRotatedKeyDoesNotReachIntoARunningAttempt() public {
        Person memory fresh = person(0xBEEF);
        vm.prank(registrar);
        registry.rotateKey(workers[0].agent, fresh.key);

        refuses(signSubmission(id, 1, RESULT, fresh.secret));
        escrow.submit(id, 1, RESULT, signSubmission(id, 1, RESULT, workers[0].secret));
        assertState(id, State.SUBMITTED);
    }

    function test_title8_anyoneSubmitsWithTheAgentKeysSignature() public {
        bytes memory signature = signSubmission(id, 1, RESULT, workers[0].secret);
        expectEvent();
        emit ResultSubmitted(id, 1, RESULT, START + SEAT_WINDOW);
        vm.prank(stranger);
        escrow.submit(id, 1, RESULT, signature);
        vm.snapshotGasLastCall("JobEscrow", "submit");

        Job memory given = escrow.job(id);
        vm.assertEq(uint256(given.state), uint256(State.SUBMITTED), "state");
        vm.assertEq(given.result, RESULT, "result");
        vm.assertEq(given.seatBy, START + SEAT_WINDOW, "seatBy");
        vm.assertEq(given.verifyBy, 0, "no panel yet");
        vm.assertEq(given.held, BUDGET, "held");
    }

    function test_theAgentsWalletSubmitsWithoutASignature() public {
        expectEvent();
        emit ResultSubmitted(id, 1, RESULT, START + SEAT_WINDOW);
        submit(id, workers[0]);
    }

    function test_title11_aRevokedAgentStillSubmitsItsRunningAttempt() public {
        vm.prank(registrar);
        registry.revokeAgent(workers[0].agent);
        submit(id, workers[0]);
        assertState(id, State.SUBMITTED);
    }

    function test_pauseDoesNotTouchARunningAttempt() public {
        vm.prank(guardian);
        escrow.pause();
        submit(id, workers[0]);
        assertState(id, State.SUBMITTED);
    }

    function test_theNextAttemptStartsWithoutThePanelOfTheLast() public {
        submit(id, workers[0]);
        seat(id, 1);
        addAlternate(id, 2, verifiers[5]);
        failed(id, 1);
        assign(id, workers[1]);
        submit(id, workers[1]);

        Job memory given = escrow.job(id);
        vm.assertEq(given.verifyBy, 0, "verifyBy");
        vm.assertEq(given.namings, 0, "namings");
        vm.assertEq(given.passes, 0, "passes");
        vm.assertEq(given.fails, 0, "fails");
        vm.assertEq(escrow.seats(id, 2).length, 0, "seats");
        vm.assertEq(escrow.seats(id, 1).length, 3, "the old panel stays readable");
    }

    function testFuzz_onlyTheSignedResultIsAccepted(bytes32 signed, bytes32 given) public {
        vm.assume(signed != given);
        bytes memory signature = signSubmission(id, 1, signed, workers[0].secret);
        vm.expectPartialRevert(BadSignature.selector);
        escrow.submit(id, 1, given, signature);
        escrow.submit(id, 1, signed, signature);
        vm.assertEq(escrow.job(id).result, signed, "result");
    }

    function refuses(bytes memory signature) internal {
        vm.expectPartialRevert(BadSignature.selector);
        vm.prank(stranger);
        escrow.submit(id, 1, RESULT, signature);
    }

    function digestFor(uint256 chainId, address verifier, bytes32 structHash) internal pure returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("JobEscrow"),
                keccak256("1"),
                chainId,
                verifier
            )
        );
        return keccak256(abi.encodePacked("\x19\x01", domain, structHash));
    }
}
