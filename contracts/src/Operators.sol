// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {IAgentRegistry} from "./IAgentRegistry.sol";
import {IJobEscrow} from "./IJobEscrow.sol";

/// @title The operators of an escrow: its own dispatcher, and the guardian and admin of its registry.
abstract contract Operators is IJobEscrow, AccessControl, Pausable {
    bytes32 public constant DISPATCHER_ROLE = keccak256("DISPATCHER");
    bytes32 private constant REGISTRAR_ROLE = keccak256("REGISTRAR");
    bytes32 private constant GUARDIAN_ROLE = keccak256("GUARDIAN");

    IAgentRegistry public immutable registry;

    constructor(IAgentRegistry registry_, address dispatcher) {
        if (address(registry_).code.length == 0) revert InvalidConfig("registry");
        if (
            dispatcher == address(0) || registry_.hasRole(REGISTRAR_ROLE, dispatcher)
                || registry_.hasRole(GUARDIAN_ROLE, dispatcher) || registry_.hasRole(DEFAULT_ADMIN_ROLE, dispatcher)
        ) {
            revert InvalidConfig("dispatcher");
        }

        registry = registry_;
        _grantRole(DISPATCHER_ROLE, dispatcher);
    }

    function pause() external onlyRole(GUARDIAN_ROLE) {
        _pause();
    }

    function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _unpause();
    }

    function hasRole(bytes32 role, address account) public view override returns (bool) {
        return role == DISPATCHER_ROLE ? super.hasRole(role, account) : registry.hasRole(role, account);
    }

    function _grantRole(bytes32 role, address account) internal override returns (bool) {
        _requireOwnRole(role);
        return super._grantRole(role, account);
    }

    function _revokeRole(bytes32 role, address account) internal override returns (bool) {
        _requireOwnRole(role);
        return super._revokeRole(role, account);
    }

    function _requireOwnRole(bytes32 role) private pure {
        if (role != DISPATCHER_ROLE) revert RoleOfRegistry(role);
    }
}
