// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title What registry and escrow both speak of.
interface IAgentTypes {
    enum Role {
        NONE,
        WORKER,
        VERIFIER
    }

    /// @notice `revokedFrom` is zero unless the agent was revoked; from then on it is not `active`. `payee` is where its
    /// earnings go: the agent's own address until its key asked for another.
    struct Agent {
        bytes32 ownerId;
        address key;
        uint64 activeFrom;
        uint64 revokedFrom;
        Role role;
        bool active;
        address payee;
    }

    error InvalidConfig(bytes32 name);
    error InvalidAgent(address agent);
    error ZeroValue(bytes32 name);
    error KeyIsCompromised(address key);
    error OwnerConflict(address agent, bytes32 ownerId);
}
