// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IJobEscrow} from "./IJobEscrow.sol";

/// @title The jobs, the bounds of their terms, and what can be read of them.
abstract contract JobLedger is IJobEscrow {
    uint64 public constant MAX_WINDOW = 30 days;
    uint64 public constant MAX_OPEN = 180 days;
    uint8 public constant MAX_VERIFIERS = 7;
    uint8 public constant MAX_ATTEMPTS = 5;
    uint8 public constant MAX_NAMINGS = 4;
    uint256 internal constant WHOLE_BPS = 10_000;

    uint64 public immutable RELEASE_NOTICE;
    uint64 public immutable SEAT_WINDOW;
    uint64 public immutable GRACE;
    uint64 public immutable MIN_WINDOW;
    uint256 public immutable MIN_REWARD;

    uint256 public jobCount;
    mapping(address client => mapping(bytes32 ref => uint256 id)) public jobIdOf;
    mapping(uint256 id => mapping(bytes32 ownerId => bool)) public isRejected;
    mapping(uint256 id => Job) internal _jobs;
    mapping(uint256 id => mapping(uint32 attempt => Seat[])) internal _seats;
    mapping(uint256 id => mapping(uint32 attempt => Candidate[])) internal _candidates;

    constructor(Config memory config) {
        if (config.minWindow == 0 || config.minWindow > MAX_WINDOW) revert InvalidConfig("minWindow");
        if (config.minReward == 0) revert InvalidConfig("minReward");
        if (config.seatWindow == 0 || config.seatWindow > MAX_WINDOW) revert InvalidConfig("seatWindow");
        if (config.releaseNotice == 0 || config.releaseNotice > MAX_WINDOW) revert InvalidConfig("releaseNotice");
        if (config.grace > MAX_WINDOW) revert InvalidConfig("grace");

        RELEASE_NOTICE = config.releaseNotice;
        SEAT_WINDOW = config.seatWindow;
        GRACE = config.grace;
        MIN_WINDOW = config.minWindow;
        MIN_REWARD = config.minReward;
    }

    function job(uint256 id) external view returns (Job memory) {
        return _known(id);
    }

    function seats(uint256 id, uint32 attempt) external view returns (Seat[] memory) {
        _known(id);
        return _seats[id][attempt];
    }

    function candidates(uint256 id, uint32 attempt) external view returns (Candidate[] memory) {
        _known(id);
        return _candidates[id][attempt];
    }

    function budget(Terms memory terms) public pure returns (uint256) {
        return terms.reward + uint256(terms.verifierFee) * terms.verifiers * terms.maxAttempts;
    }

    function _known(uint256 id) internal view returns (Job storage known) {
        known = _jobs[id];
        if (known.state == State.NONE) revert UnknownJob(id);
    }

    function _in(uint256 id, State needed) internal view returns (Job storage known) {
        known = _known(id);
        if (known.state != needed) revert WrongState(id, known.state, needed);
    }

    function _in(uint256 id, State needed, uint32 attempt) internal view returns (Job storage known) {
        known = _in(id, needed);
        if (known.attempt != attempt) revert WrongAttempt(id, attempt, known.attempt);
    }

    function _requireNotAfter(uint64 deadline) internal view {
        if (block.timestamp > deadline) revert DeadlinePassed(deadline, block.timestamp);
    }

    function _checkTerms(Terms memory terms) internal view {
        if (terms.ref == 0) revert InvalidTerm("ref", 0);
        if (terms.taskCommitment == 0) revert InvalidTerm("taskCommitment", 0);
        if (terms.policyCommitment == 0) revert InvalidTerm("policyCommitment", 0);
        if (terms.reward < MIN_REWARD) revert InvalidTerm("reward", terms.reward);
        uint256 n = terms.verifiers;
        if (n == 0 || n > MAX_VERIFIERS) revert InvalidTerm("verifiers", n);
        if (2 * uint256(terms.quorum) <= n || terms.quorum > n) revert InvalidTerm("quorum", terms.quorum);
        if (terms.maxAttempts == 0 || terms.maxAttempts > MAX_ATTEMPTS) {
            revert InvalidTerm("maxAttempts", terms.maxAttempts);
        }
        if (terms.silenceShareBps > WHOLE_BPS) revert InvalidTerm("silenceShareBps", terms.silenceShareBps);
        _checkWindow("workWindow", terms.workWindow);
        _checkWindow("verificationWindow", terms.verificationWindow);
        if (block.timestamp > terms.fundBy) revert DeadlinePassed(terms.fundBy, block.timestamp);
        if (terms.openUntil <= terms.fundBy || terms.openUntil > block.timestamp + MAX_OPEN) {
            revert InvalidTerm("openUntil", terms.openUntil);
        }
    }

    function _checkWindow(bytes32 name, uint64 window) private view {
        if (window < MIN_WINDOW || window > MAX_WINDOW) revert InvalidTerm(name, window);
    }
}
