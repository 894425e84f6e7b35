// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {SmartAccount} from "./SmartAccount.sol";

/// @title Makes accounts at addresses that are known before they exist.
contract SmartAccountFactory {
    address public immutable implementation = address(new SmartAccount());

    /// @notice Deploys the account of this owner and salt; a second call returns the same account.
    function createAccount(address owner, bytes32 salt) external returns (address account) {
        account = getAddress(owner, salt);
        if (account.code.length == 0) {
            Clones.cloneDeterministicWithImmutableArgs(implementation, abi.encode(owner), salt);
        }
    }

    function getAddress(address owner, bytes32 salt) public view returns (address) {
        return Clones.predictDeterministicAddressWithImmutableArgs(implementation, abi.encode(owner), salt);
    }
}
