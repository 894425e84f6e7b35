// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {Batch} from "./Batch.sol";
import {Payees} from "./Payees.sol";

/// @title Who may act: registrar, guardian and admin, the owners of wallets, the agents and their keys.
contract AgentRegistry is Payees, AccessControl, Batch {
    bytes32 public constant REGISTRAR_ROLE = keccak256("REGISTRAR");
    bytes32 public constant GUARDIAN_ROLE = keccak256("GUARDIAN");

    uint64 public constant MAX_DELAY = 30 days;
    uint64 public immutable ACTIVATION_DELAY;
    uint64 public immutable REVOCATION_DELAY;

    mapping(address wallet => bytes32 ownerId) public ownerOf;
    mapping(address key => address agent) public agentOfKey;
    mapping(address key => bool) private _compromised;
    mapping(address agent => Record) private _agents;
    Entry[] private _verifiers;

    /// @dev An `Agent` in two slots.
    struct Record {
        bytes32 ownerId;
        address key;
        uint40 activeFrom;
        uint40 revokedFrom;
        Role role;
    }

    /// @dev A `Verifier` in one slot; its owner is the agent's.
    struct Entry {
        address agent;
        uint40 activeFrom;
    }

    constructor(RegistryConfig memory config) Payees(config.payeeDelay) {
        if (config.registrar == address(0)) revert InvalidConfig("registrar");
        if (config.guardian == address(0) || config.guardian == config.registrar) revert InvalidConfig("guardian");
        if (config.admin == config.registrar || config.admin == config.guardian) revert InvalidConfig("admin");

        if (config.activationDelay > MAX_DELAY) revert InvalidConfig("activationDelay");
        if (config.revocationDelay > MAX_DELAY) revert InvalidConfig("revocationDelay");
        if (config.payeeDelay > MAX_DELAY) revert InvalidConfig("payeeDelay");

        ACTIVATION_DELAY = config.activationDelay;
        REVOCATION_DELAY = config.revocationDelay;

        _grantRole(REGISTRAR_ROLE, config.registrar);
        _grantRole(GUARDIAN_ROLE, config.guardian);
        if (config.admin != address(0)) _grantRole(DEFAULT_ADMIN_ROLE, config.admin);
    }

    function registerOwner(address wallet, bytes32 ownerId) external onlyRole(REGISTRAR_ROLE) {
        if (wallet == address(0)) revert ZeroValue("wallet");
        if (ownerId == 0) revert ZeroValue("ownerId");
        if (ownerOf[wallet] != 0) revert OwnerAlreadyRegistered(wallet, ownerOf[wallet]);
        _requireOwner(wallet, _agents[wallet].ownerId, ownerId);

        ownerOf[wallet] = ownerId;

        emit OwnerRegistered(wallet, ownerId);
    }

    function registerAgent(address agent, bytes32 ownerId, Role role, address key) external onlyRole(REGISTRAR_ROLE) {
        if (agent == address(0) || agent == address(this)) revert InvalidAgent(agent);
        if (ownerId == 0) revert ZeroValue("ownerId");
        if (role == Role.NONE) revert InvalidRole(role);
        if (_agents[agent].ownerId != 0) revert AgentAlreadyRegistered(agent);
        _requireOwner(agent, ownerOf[agent], ownerId);
        _takeKey(agent, key);

        uint40 activeFrom = _activeFrom(role);
        _agents[agent] = Record({ownerId: ownerId, key: key, activeFrom: activeFrom, revokedFrom: 0, role: role});
        if (role == Role.VERIFIER) _verifiers.push(Entry(agent, activeFrom));

        emit AgentRegistered(agent, ownerId, role, key, activeFrom);
    }

    function rotateKey(address agent, address key) external onlyRole(REGISTRAR_ROLE) {
        Record storage known = _knownAgent(agent);
        _takeKey(agent, key);

        address oldKey = known.key;
        known.key = key;
        if (known.role == Role.VERIFIER) known.activeFrom = _activeFrom(Role.VERIFIER);

        emit KeyRotated(agent, oldKey, key, known.activeFrom);
    }

    function revokeAgent(address agent) external {
        uint40 from = uint40(block.timestamp);
        if (!hasRole(GUARDIAN_ROLE, msg.sender)) {
            _checkRole(REGISTRAR_ROLE);
            from += uint40(REVOCATION_DELAY);
        }
        Record storage known = _knownAgent(agent);
        if (known.revokedFrom != 0 && known.revokedFrom <= from) return;

        known.revokedFrom = from;

        emit AgentRevoked(agent, msg.sender, from);
    }

    function reinstateAgent(address agent) external onlyRole(DEFAULT_ADMIN_ROLE) {
        Record storage known = _knownAgent(agent);
        if (known.revokedFrom == 0) revert AgentNotRevoked(agent);

        known.revokedFrom = 0;

        emit AgentReinstated(agent);
    }

    function requestPayee(address agent, address payee, bytes calldata signature) external onlyRole(REGISTRAR_ROLE) {
        _requestPayee(agent, _knownAgent(agent).key, payee, signature);
    }

    function cancelPayee(address agent, bytes calldata signature) external {
        _cancelPayee(agent, _knownAgent(agent).key, signature);
    }

    function markCompromised(address key) external onlyRole(GUARDIAN_ROLE) {
        _compromised[key] = true;

        emit KeyCompromised(key);

        _distrust(agentOfKey[key]);
    }

    function isCompromised(address key) public view override returns (bool) {
        return _compromised[key];
    }

    function agentOf(address agent) external view returns (Agent memory) {
        return _toAgent(agent);
    }

    function activeAgent(address agent, Role role) external view returns (Agent memory known) {
        _knownAgent(agent);
        known = _toAgent(agent);
        if (!known.active) revert AgentNotActive(agent);
        if (known.role != role) revert WrongRole(agent, known.role, role);
        if (_compromised[known.key]) revert KeyIsCompromised(known.key);
    }

    function verifierCount() external view returns (uint256) {
        return _verifiers.length;
    }

    function verifiers(uint256 from, uint256 count) external view returns (Verifier[] memory listed) {
        uint256 length = _verifiers.length;
        uint256 left = from < length ? length - from : 0;
        listed = new Verifier[](count < left ? count : left);
        for (uint256 i; i < listed.length; ++i) {
            Entry storage entry = _verifiers[from + i];
            listed[i] = Verifier(entry.agent, _agents[entry.agent].ownerId, entry.activeFrom);
        }
    }

    /// @dev Not nobody's address, not this contract's, and no wallet or agent of another owner.
    function _requirePayee(address agent, address payee) internal view override {
        if (payee == address(0) || payee == address(this)) revert InvalidPayee(payee);
        bytes32 ownerId = _agents[agent].ownerId;
        _requireOwner(payee, ownerOf[payee], ownerId);
        _requireOwner(payee, _agents[payee].ownerId, ownerId);
    }

    function _requireOwner(address account, bytes32 recorded, bytes32 ownerId) private pure {
        if (recorded != 0 && recorded != ownerId) revert OwnerConflict(account, recorded);
    }

    /// @dev A key that was ever given to an agent, or called stolen before it was, is never accepted again.
    function _takeKey(address agent, address key) private {
        if (key == address(0)) revert ZeroValue("key");
        if (agentOfKey[key] != address(0) || _compromised[key]) revert KeyAlreadySeen(key);

        agentOfKey[key] = agent;
    }

    function _toAgent(address agent) private view returns (Agent memory) {
        Record storage known = _agents[agent];
        uint64 revokedFrom = known.revokedFrom;
        return Agent({
            ownerId: known.ownerId,
            key: known.key,
            activeFrom: known.activeFrom,
            revokedFrom: revokedFrom,
            role: known.role,
            active: known.ownerId != 0 && (revokedFrom == 0 || block.timestamp < revokedFrom),
            payee: _payeeOf(agent)
        });
    }

    function _knownAgent(address agent) private view returns (Record storage known) {
        known = _agents[agent];
        if (known.ownerId == 0) revert UnknownAgent(agent);
    }

    function _activeFrom(Role role) private view returns (uint40) {
        uint40 time = uint40(block.timestamp);
        return role == Role.VERIFIER ? time + uint40(ACTIVATION_DELAY) : time;
    }
}
