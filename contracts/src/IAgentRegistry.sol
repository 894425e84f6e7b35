// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {IAgentRegistryTypes} from "./IAgentRegistryTypes.sol";

/// @title Owners of wallets, agents and their keys.
/// @notice Immutable, holds no money, and serves any number of escrows: what is registered outlasts each of them.
interface IAgentRegistry is IAgentRegistryTypes, IAccessControl {
    /// @notice Records permanently whose wallet this is; never another owner's than the agent's at this address.
    function registerOwner(address wallet, bytes32 ownerId) external;

    /// @notice Admits an agent; owner and role never change, and a key is never used twice. Never with another owner than
    /// the one that is recorded for a wallet at this address.
    function registerAgent(address agent, bytes32 ownerId, Role role, address key) external;

    /// @notice Gives an agent a new key for later assignments and seats; a verifier's waiting time starts again.
    function rotateKey(address agent, address key) external;

    /// @notice Ends an agent's future assignments and seats; the running ones stand. By the registrar after
    /// `REVOCATION_DELAY`, by the guardian at once; does nothing where an earlier revocation takes effect no later.
    function revokeAgent(address agent) external;

    /// @notice Undoes a revocation by any role. By the admin.
    function reinstateAgent(address agent) external;

    /// @notice Asks for the agent's later earnings to be paid to another address, from `PAYEE_DELAY` on. By the registrar, with
    /// the signature of the agent's key over the EIP-712 message `Payee(address agent,address payee,uint256 nonce)` of this
    /// registry (domain `AgentRegistry`, version 1). Replaces a request that waits; the agent's own address undoes a payee.
    function requestPayee(address agent, address payee, bytes calldata signature) external;

    /// @notice Takes a request back while it waits. By anyone, with the key's signature over the message
    /// `PayeeCancellation(address agent,address payee,uint256 nonce)`.
    function cancelPayee(address agent, bytes calldata signature) external;

    /// @notice Lets a request take effect that waited long enough; assignments and seats that were given before keep the payee
    /// that they have. By anyone.
    function applyPayee(address agent) external;

    /// @notice Refuses every later submission, verdict and payee signed by this key, and drops the payee that its agent waits
    /// for; recorded ones stand.
    function markCompromised(address key) external;

    function ownerOf(address wallet) external view returns (bytes32);

    function agentOf(address agent) external view returns (Agent memory);

    function payeeRequestOf(address agent) external view returns (PayeeRequest memory);

    function verifierCount() external view returns (uint256);

    /// @notice Verifiers in the order of their registration, at most `count` of them from place `from` on. None ever leaves
    /// the list, and `activeFrom` never falls along it, so those that were active at a time are a beginning of it.
    function verifiers(uint256 from, uint256 count) external view returns (Verifier[] memory);

    /// @notice The agent, if it may be given work of this role now; reverts if not.
    function activeAgent(address agent, Role role) external view returns (Agent memory);

    /// @notice The agent that a key was given to, at any time; zero when never.
    function agentOfKey(address key) external view returns (address);

    function isCompromised(address key) external view returns (bool);

    function ACTIVATION_DELAY() external view returns (uint64);

    function REVOCATION_DELAY() external view returns (uint64);

    function PAYEE_DELAY() external view returns (uint64);
}
