// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {IAgentRegistry} from "./IAgentRegistry.sol";

/// @title Where each agent's earnings go: to itself, unless its key asked for another address.
abstract contract Payees is IAgentRegistry, EIP712 {
    bytes32 private constant PAYEE = keccak256("Payee(address agent,address payee,uint256 nonce)");
    bytes32 private constant PAYEE_CANCELLATION =
        keccak256("PayeeCancellation(address agent,address payee,uint256 nonce)");

    uint64 public immutable PAYEE_DELAY;

    mapping(address agent => address) private _payees;
    mapping(address agent => PayeeRequest) private _requests;

    constructor(uint64 delay) EIP712("AgentRegistry", "1") {
        PAYEE_DELAY = delay;
    }

    function applyPayee(address agent) external {
        PayeeRequest storage request = _pending(agent);
        (address payee, uint64 from) = (request.payee, request.from);
        if (block.timestamp < from) revert PayeeNotDue(agent, from, block.timestamp);
        _requirePayee(agent, payee);

        _payees[agent] = payee;
        _drop(request);

        emit PayeeChanged(agent, payee);
    }

    function payeeRequestOf(address agent) external view returns (PayeeRequest memory) {
        return _requests[agent];
    }

    /// @dev Replaces a request that waits; what was signed for an earlier one counts no more.
    function _requestPayee(address agent, address key, address payee, bytes calldata signature) internal {
        _requirePayee(agent, payee);
        PayeeRequest storage request = _requests[agent];
        _requireSigned(PAYEE, agent, key, payee, request.nonce, signature);

        uint64 from = uint64(block.timestamp) + PAYEE_DELAY;
        request.payee = payee;
        request.from = from;
        ++request.nonce;

        emit PayeeRequested(agent, payee, from);
    }

    function _cancelPayee(address agent, address key, bytes calldata signature) internal {
        PayeeRequest storage request = _pending(agent);
        _requireSigned(PAYEE_CANCELLATION, agent, key, request.payee, request.nonce, signature);

        emit PayeeCancelled(agent, request.payee);
        _drop(request);
    }

    /// @dev What a stolen key may have asked for does not take effect.
    function _distrust(address agent) internal {
        PayeeRequest storage request = _requests[agent];
        if (request.payee == address(0)) return;

        emit PayeeCancelled(agent, request.payee);
        _drop(request);
    }

    function _payeeOf(address agent) internal view returns (address) {
        address payee = _payees[agent];
        return payee == address(0) ? agent : payee;
    }

    /// @dev Reverts unless this agent may be paid there.
    function _requirePayee(address agent, address payee) internal view virtual;

    function _pending(address agent) private view returns (PayeeRequest storage request) {
        request = _requests[agent];
        if (request.payee == address(0)) revert NoPayeeRequested(agent);
    }

    function _drop(PayeeRequest storage request) private {
        request.payee = address(0);
        request.from = 0;
        ++request.nonce;
    }

    function _requireSigned(
        bytes32 kind,
        address agent,
        address key,
        address payee,
        uint256 nonce,
        bytes calldata signature
    ) private view {
        if (isCompromised(key)) revert KeyIsCompromised(key);
        bytes32 digest = _hashTypedDataV4(keccak256(abi.encode(kind, agent, payee, nonce)));
        (address signer, ECDSA.RecoverError failure,) = ECDSA.tryRecoverCalldata(digest, signature);
        if (failure != ECDSA.RecoverError.NoError || signer != key) revert NotSignedByKey(key, signer);
    }

    function isCompromised(address key) public view virtual override returns (bool);
}
