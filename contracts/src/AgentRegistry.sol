// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {Batch} from "./Batch.sol";
import {IAgentRegistry} from "./IAgentRegistry.sol";

/// @title Who may act: registrar, guardian and admin, the owners of wallets, the agents and their keys.
contract AgentRegistry is IAgentRegistry, AccessControl, Batch {
    bytes32 public constant REGISTRAR_ROLE = keccak256("REGISTRAR");
    bytes32 public constant GUARDIAN_ROLE = keccak256("GUARDIAN");

    uint64 public immutable ACTIVATION_DELAY;

    mapping(address wallet => bytes32 ownerId) public ownerOf;
    mapping(address key => address agent) public agentOfKey;
    mapping(address key => bool) public isCompromised;
    mapping(address agent => Agent) private _agents;

    constructor(RegistryConfig memory config) {
        if (config.registrar == address(0)) revert InvalidConfig("registrar");
        if (config.guardian == address(0) || config.guardian == config.registrar) revert InvalidConfig("guardian");
        if (config.admin == config.registrar || config.admin == config.guardian) revert InvalidConfig("admin");

        ACTIVATION_DELAY = config.activationDelay;

        _grantRole(REGISTRAR_ROLE, config.registrar);
        _grantRole(GUARDIAN_ROLE, config.guardian);
        if (config.admin != address(0)) _grantRole(DEFAULT_ADMIN_ROLE, config.admin);
    }

    function registerOwner(address wallet, bytes32 ownerId) external onlyRole(REGISTRAR_ROLE) {
        if (wallet == address(0)) revert ZeroValue("wallet");
        if (ownerId == 0) revert ZeroValue("ownerId");
        if (ownerOf[wallet] != 0) revert OwnerAlreadyRegistered(wallet, ownerOf[wallet]);

        ownerOf[wallet] = ownerId;

        emit OwnerRegistered(wallet, ownerId);
    }

    function registerAgent(address agent, bytes32 ownerId, Role role, address key) external onlyRole(REGISTRAR_ROLE) {
        if (agent == address(0) || agent == address(this)) revert InvalidAgent(agent);
        if (ownerId == 0) revert ZeroValue("ownerId");
        if (role == Role.NONE) revert InvalidRole(role);
        if (_agents[agent].ownerId != 0) revert AgentAlreadyRegistered(agent);
        _takeKey(agent, key);

        uint64 activeFrom = _activeFrom(role);
        _agents[agent] = Agent({ownerId: ownerId, key: key, activeFrom: activeFrom, role: role, active: true});

        emit AgentRegistered(agent, ownerId, role, key, activeFrom);
    }

    function rotateKey(address agent, address key) external onlyRole(REGISTRAR_ROLE) {
        Agent storage known = _knownAgent(agent);
        _takeKey(agent, key);

        address oldKey = known.key;
        known.key = key;
        if (known.role == Role.VERIFIER) known.activeFrom = _activeFrom(Role.VERIFIER);

        emit KeyRotated(agent, oldKey, key, known.activeFrom);
    }

    function revokeAgent(address agent) external {
        if (!hasRole(GUARDIAN_ROLE, msg.sender)) _checkRole(REGISTRAR_ROLE);

        _knownAgent(agent).active = false;

        emit AgentRevoked(agent, msg.sender);
    }

    function markCompromised(address key) external onlyRole(GUARDIAN_ROLE) {
        isCompromised[key] = true;

        emit KeyCompromised(key);
    }

    function agentOf(address agent) external view returns (Agent memory) {
        return _agents[agent];
    }

    function activeAgent(address agent, Role role) external view returns (Agent memory known) {
        known = _knownAgent(agent);
        if (!known.active) revert AgentNotActive(agent);
        if (known.role != role) revert WrongRole(agent, known.role, role);
    }

    /// @dev A key that was ever given to an agent, or called stolen before it was, is never accepted again.
    function _takeKey(address agent, address key) private {
        if (key == address(0)) revert ZeroValue("key");
        if (agentOfKey[key] != address(0) || isCompromised[key]) revert KeyAlreadySeen(key);

        agentOfKey[key] = agent;
    }

    function _knownAgent(address agent) private view returns (Agent storage known) {
        known = _agents[agent];
        if (known.ownerId == 0) revert UnknownAgent(agent);
    }

    function _activeFrom(Role role) private view returns (uint64) {
        uint64 time = uint64(block.timestamp);
        return role == Role.VERIFIER ? time + ACTIVATION_DELAY : time;
    }
}
