// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Account} from "@openzeppelin/contracts/account/Account.sol";
import {ERC4337Utils, IEntryPoint} from "@openzeppelin/contracts/account/utils/ERC4337Utils.sol";
import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @title ERC-4337 account of one key, cloned by its factory with the owner as immutable argument.
contract SmartAccount is Account {
    struct Call {
        address target;
        uint256 value;
        bytes data;
    }

    function execute(address target, uint256 value, bytes calldata data) external onlyEntryPointOrSelf {
        Address.functionCallWithValue(target, data, value);
    }

    function executeBatch(Call[] calldata calls) external onlyEntryPointOrSelf {
        for (uint256 i; i < calls.length; ++i) {
            Address.functionCallWithValue(calls[i].target, calls[i].data, calls[i].value);
        }
    }

    function owner() public view returns (address) {
        return abi.decode(Clones.fetchCloneArgs(address(this)), (address));
    }

    function entryPoint() public pure override returns (IEntryPoint) {
        return ERC4337Utils.ENTRYPOINT_V07;
    }

    function _rawSignatureValidation(bytes32 hash, bytes calldata signature) internal view override returns (bool) {
        (address signer, ECDSA.RecoverError failure,) = ECDSA.tryRecoverCalldata(hash, signature);
        return failure == ECDSA.RecoverError.NoError && signer == owner();
    }
}
