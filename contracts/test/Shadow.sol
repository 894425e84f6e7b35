// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BlocklistToken} from "./HostileTokens.sol";
import {Fixture} from "./Fixture.sol";

/// @dev A second, independent statement of the rules: what each job must be, guard by guard, written without the
/// contract's code. Short windows, so that a random walk meets every deadline from both sides.
abstract contract Shadow is Fixture {
    struct Twin {
        State state;
        uint64 openUntil;
        uint64 workWindow;
        uint64 verificationWindow;
        uint8 n;
        uint8 q;
        uint8 maxAttempts;
        uint16 share;
        uint256 reward;
        uint256 fee;
        uint256 budget;
        uint256 held;
        uint32 attempt;
        uint8 rounds;
        uint256 worker;
        uint64 workBy;
        uint64 releaseAt;
        bool objected;
        uint64 seatBy;
        uint64 verifyBy;
        bool seated;
        uint8 added;
        bool[3] rejected;
        uint8[7] votes;
        uint256[7] first;
        uint256[3] extra;
        uint8[3] extraSeat;
        uint256 feesPaid;
        uint256 rewardPaid;
        uint256 returned;
    }

    uint64 internal constant NOTICE = 3;
    uint64 internal constant SEATING = 7;
    uint64 internal constant EXTRA = 5;
    uint64 internal constant AGEING = 10;

    Twin[] internal twins;
    mapping(address key => bool) internal stolen;

    function setUp() public override {
        super.setUp();
        // One verifier each of the first verifier's, the first worker's and the client's owner.
        bytes32[3] memory owners = [verifiers[0].ownerId, workers[0].ownerId, clientOwner];
        for (uint256 i; i < owners.length; ++i) {
            Person memory friend = person(0xD000 + i);
            friend.ownerId = owners[i];
            vm.prank(registrar);
            registry.registerAgent(friend.agent, friend.ownerId, Role.VERIFIER, friend.key);
            verifiers.push(friend);
        }
        vm.warp(START + AGEING);
    }

    function makeToken() internal override returns (address) {
        return address(new BlocklistToken());
    }

    function config() internal view override returns (Config memory short) {
        short = super.config();
        (short.releaseNotice, short.seatWindow, short.grace) = (NOTICE, SEATING, EXTRA);
        short.minWindow = 2;
    }

    function registryConfig() internal view override returns (RegistryConfig memory short) {
        short = super.registryConfig();
        (short.activationDelay, short.payeeDelay) = (AGEING, 0);
    }

    function twin(uint256 id) internal view returns (Twin storage) {
        return twins[id - 1];
    }

    function canAssign(Twin storage t, uint256 worker) internal view returns (bool) {
        return t.state == State.OPEN && block.timestamp <= t.openUntil && t.rounds < t.maxAttempts
            && !t.rejected[worker] && !stolen[workers[worker].key];
    }

    function canRequest(Twin storage t) internal view returns (bool) {
        return t.state == State.ASSIGNED && t.releaseAt == 0 && !t.objected;
    }

    function canObject(Twin storage t) internal view returns (bool) {
        return t.state == State.ASSIGNED && t.releaseAt != 0 && block.timestamp <= t.releaseAt
            && !stolen[workers[t.worker].key];
    }

    function canRelease(Twin storage t, bool byAgent) internal view returns (bool) {
        bool late = block.timestamp > t.workBy || (t.releaseAt != 0 && block.timestamp > t.releaseAt);
        return t.state == State.ASSIGNED && (byAgent || late);
    }

    function canSubmit(Twin storage t) internal view returns (bool) {
        return t.state == State.ASSIGNED && block.timestamp <= t.workBy && !stolen[workers[t.worker].key];
    }

    function canSeat(Twin storage t, uint256[] memory chosen) internal view returns (bool) {
        if (t.state != State.SUBMITTED || t.seated || block.timestamp > t.seatBy) return false;
        return chosen.length == t.n && independent(t, chosen, 0);
    }

    function canAddAlternate(Twin storage t, uint256 index, uint256 chosen) internal view returns (bool) {
        if (t.state != State.SUBMITTED || !t.seated || t.added >= 3 || block.timestamp > t.verifyBy) return false;
        if (index >= t.n || t.votes[index] != 0) return false;
        uint256[] memory all = new uint256[](uint256(t.n) + t.added + 1);
        for (uint256 i; i < t.n; ++i) {
            all[i] = t.first[i];
        }
        for (uint256 i; i < t.added; ++i) {
            all[t.n + i] = t.extra[i];
        }
        all[all.length - 1] = chosen;
        return independent(t, all, all.length - 1);
    }

    function canAttest(Twin storage t) internal view returns (bool) {
        return t.state == State.SUBMITTED && t.seated && block.timestamp <= t.verifyBy + EXTRA;
    }

    function canRefund(Twin storage t) internal view returns (bool) {
        uint256 time = block.timestamp;
        if (t.state == State.EXPIRED || t.state == State.REJECTED) return true;
        if (t.state == State.OPEN) return time > t.openUntil;
        if (t.state == State.ASSIGNED) return time > t.workBy && time > t.openUntil;
        if (t.state != State.SUBMITTED) return false;
        return t.seated ? time > t.verifyBy + EXTRA : time > t.seatBy;
    }

    function ended(Twin storage t) internal view returns (bool) {
        return t.state >= State.SETTLED;
    }

    function reopened(Twin storage t) internal view returns (bool) {
        return block.timestamp <= t.openUntil;
    }

    /// @dev No stolen key, no owner twice, none the worker's or the client's; members before `from` are known to be.
    function independent(Twin storage t, uint256[] memory chosen, uint256 from) private view returns (bool) {
        for (uint256 i = from; i < chosen.length; ++i) {
            bytes32 owner = verifiers[chosen[i]].ownerId;
            if (stolen[verifiers[chosen[i]].key]) return false;
            if (owner == clientOwner || owner == workers[t.worker].ownerId) return false;
            for (uint256 k; k < i; ++k) {
                if (owner == verifiers[chosen[k]].ownerId) return false;
            }
        }
        return true;
    }
}
