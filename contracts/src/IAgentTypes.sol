// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title What registry and escrow both speak of.
interface IAgentTypes {
    enum Role {
        NONE,
        WORKER,
        VERIFIER
    }

    struct Agent {
        bytes32 ownerId;
        address key;
        uint64 activeFrom;
        Role role;
        bool active;
    }

    error InvalidConfig(bytes32 name);
    error InvalidAgent(address agent);
}
