// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAgentTypes} from "./IAgentTypes.sol";

/// @title The types, events and errors of the registry.
/// @notice Every error carries its evidence: what was given, and what the rule compares it with.
interface IAgentRegistryTypes is IAgentTypes {
    /// @notice What the registry is deployed with. `admin` may be zero: then nobody ever holds that role.
    struct RegistryConfig {
        uint64 activationDelay;
        uint64 revocationDelay;
        address admin;
        address registrar;
        address guardian;
    }

    /// @notice A verifier as it was registered; `activeFrom` is that of its first key.
    struct Verifier {
        address agent;
        bytes32 ownerId;
        uint64 activeFrom;
    }

    event OwnerRegistered(address indexed wallet, bytes32 indexed ownerId);
    event AgentRegistered(
        address indexed agent, bytes32 indexed ownerId, Role role, address indexed key, uint64 activeFrom
    );
    event KeyRotated(address indexed agent, address indexed oldKey, address indexed key, uint64 activeFrom);
    event AgentRevoked(address indexed agent, address indexed by, uint64 revokedFrom);
    event AgentReinstated(address indexed agent);
    event KeyCompromised(address indexed key);

    error OwnerAlreadyRegistered(address wallet, bytes32 ownerId);
    error AgentAlreadyRegistered(address agent);
    error InvalidRole(Role role);
    error KeyAlreadySeen(address key);
    error UnknownAgent(address agent);
    error AgentNotActive(address agent);
    error AgentNotRevoked(address agent);
    error WrongRole(address agent, Role role, Role needed);
}
