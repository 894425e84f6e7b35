// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {IJobEscrow} from "./IJobEscrow.sol";

/// @title The typed data that agents' keys sign, each naming its job and attempt.
abstract contract SignedMessages is IJobEscrow, EIP712 {
    bytes32 private constant SUBMISSION =
        keccak256("Submission(uint256 jobId,uint32 attempt,bytes32 resultCommitment)");
    bytes32 private constant RELEASE = keccak256("Release(uint256 jobId,uint32 attempt)");
    bytes32 private constant RELEASE_OBJECTION = keccak256("ReleaseObjection(uint256 jobId,uint32 attempt)");
    bytes32 private constant VERDICT = keccak256(
        "Verdict(uint256 jobId,uint32 attempt,bytes32 taskCommitment,bytes32 policyCommitment,bytes32 resultCommitment,bool pass,bytes32 evidenceHash,address agent)"
    );

    constructor() EIP712("JobEscrow", "1") {}

    function _requireSubmission(address key, uint256 id, uint32 attempt, bytes32 result, bytes calldata signature)
        internal
        view
    {
        _requireSigner(key, keccak256(abi.encode(SUBMISSION, id, attempt, result)), signature);
    }

    function _requireRelease(address key, uint256 id, uint32 attempt, bytes calldata signature) internal view {
        _requireSigner(key, keccak256(abi.encode(RELEASE, id, attempt)), signature);
    }

    function _requireObjection(address key, uint256 id, uint32 attempt, bytes calldata signature) internal view {
        _requireSigner(key, keccak256(abi.encode(RELEASE_OBJECTION, id, attempt)), signature);
    }

    function _requireVerdict(address key, Verdict calldata verdict, bytes calldata signature) internal view {
        _requireSigner(key, keccak256(abi.encode(VERDICT, verdict)), signature);
    }

    function _requireSigner(address key, bytes32 structHash, bytes calldata signature) private view {
        (address signer, ECDSA.RecoverError failure,) =
            ECDSA.tryRecoverCalldata(_hashTypedDataV4(structHash), signature);
        if (failure != ECDSA.RecoverError.NoError || signer != key) revert BadSignature(key, signer);
    }
}
