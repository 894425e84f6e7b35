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
        uint64 payeeDelay;
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

    /// @notice A payee that waits from its request until `from`; both are zero when none does. `nonce` is what the key's next
    /// signature names.
    struct PayeeRequest {
        address payee;
        uint64 from;
        uint256 nonce;
    }

    event OwnerRegistered(address indexed wallet, bytes32 indexed ownerId);
    event AgentRegistered(
        address indexed agent, bytes32 indexed ownerId, Role role, address indexed key, uint64 activeFrom
    );
    event KeyRotated(address indexed agent, address indexed oldKey, address indexed key, uint64 activeFrom);
    event AgentRevoked(address indexed agent, address indexed by, uint64 revokedFrom);
    event AgentReinstated(address indexed agent);
    event KeyCompromised(address indexed key);
    event PayeeRequested(address indexed agent, address indexed payee, uint64 from);
    event PayeeCancelled(address indexed agent, address indexed payee);
    event PayeeChanged(address indexed agent, address indexed payee);

    error OwnerAlreadyRegistered(address wallet, bytes32 ownerId);
    error AgentAlreadyRegistered(address agent);
    error InvalidRole(Role role);
    error KeyAlreadySeen(address key);
    error UnknownAgent(address agent);
    error AgentNotActive(address agent);
    error AgentNotRevoked(address agent);
    error InvalidPayee(address payee);
    error NotSignedByKey(address key, address recovered);
    error NoPayeeRequested(address agent);
    error PayeeNotDue(address agent, uint64 from, uint256 time);
    error WrongRole(address agent, Role role, Role needed);
}
