// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {IAgentRegistry} from "./IAgentRegistry.sol";
import {IAgentTypes} from "./IAgentTypes.sol";

/// @title The types, events and errors of the escrow.
/// @notice Every error carries its evidence: what was given, and what the rule compares it with.
interface IJobEscrowTypes is IAgentTypes {
    enum State {
        NONE,
        OPEN,
        ASSIGNED,
        SUBMITTED,
        EXPIRED,
        REJECTED,
        SETTLED,
        CANCELLED,
        REFUNDED,
        LAPSED
    }

    enum Outcome {
        NONE,
        PASS,
        FAIL
    }

    /// @notice Why an assignment ended without a result.
    enum ReleaseCause {
        AGENT,
        NOTICE,
        DEADLINE
    }

    /// @notice Why the held money was given out: the job's state, or the act that nobody did in time. The last two lapse a
    /// job whose result nobody judged; the others refund it.
    enum RefundCause {
        EXPIRED,
        REJECTED,
        UNASSIGNED,
        UNDELIVERED,
        UNSEATED,
        UNDECIDED
    }

    enum ActionKind {
        ASSIGN,
        REQUEST_RELEASE,
        OBJECT_RELEASE,
        RELEASE,
        SUBMIT,
        SEAT,
        ADD_ALTERNATES,
        ATTEST,
        CANCEL,
        CLAIM_REFUND
    }

    enum Caller {
        ANYONE,
        CLIENT,
        AGENT,
        DISPATCHER
    }

    /// @notice What the escrow is deployed with; it never changes.
    struct Config {
        IERC20 token;
        IAgentRegistry registry;
        uint64 releaseNotice;
        uint64 seatWindow;
        uint64 grace;
        uint64 minWindow;
        uint256 minReward;
        address dispatcher;
    }

    /// @notice `silenceShareBps` is the part of the reward, in ten-thousandths, that a result earns which nobody judged.
    struct Terms {
        bytes32 ref;
        bytes32 taskCommitment;
        bytes32 policyCommitment;
        uint128 reward;
        uint128 verifierFee;
        uint8 verifiers;
        uint8 quorum;
        uint8 maxAttempts;
        uint16 silenceShareBps;
        uint64 fundBy;
        uint64 openUntil;
        uint64 workWindow;
        uint64 verificationWindow;
    }

    /// @notice A job. `agent`, `key`, `agentOwner` are snapshots of the current or last assignment; `attempt` is its fence.
    /// `verifyBy` is zero until the current attempt has a panel; a rejected attempt leaves neither result nor deadlines.
    /// `namings` counts how often candidates were named for the attempt: its panel, then alternates. `drawCommit` is what
    /// the secret of the next naming hashes to. `payee` is where this assignment's reward or share goes.
    struct Job {
        State state;
        address client;
        uint64 createdAt;
        uint8 rounds;
        address agent;
        uint64 workBy;
        uint32 attempt;
        address key;
        uint64 releaseAt;
        bool objected;
        uint8 namings;
        bytes32 agentOwner;
        bytes32 result;
        bytes32 drawCommit;
        address payee;
        uint64 seatBy;
        uint64 verifyBy;
        uint8 passes;
        uint8 fails;
        uint256 held;
        Terms terms;
    }

    /// @notice One vote of a panel. Each of its candidates may fill it; `judge` is who did first.
    struct Seat {
        address judge;
        Outcome outcome;
        bytes32 evidenceHash;
    }

    /// @notice A verifier that was named for a seat, with the key and the payee that it had then.
    struct Candidate {
        address agent;
        uint8 seat;
        address key;
        address payee;
    }

    /// @notice What a verifier signs as EIP-712 typed data, field by field.
    struct Verdict {
        uint256 jobId;
        uint32 attempt;
        bytes32 taskCommitment;
        bytes32 policyCommitment;
        bytes32 resultCommitment;
        bool pass;
        bytes32 evidenceHash;
        address agent;
    }

    /// @notice An act that the job's state admits from `opensAt` to `closesAt`, both inclusive; `open` says whether now.
    struct Action {
        ActionKind kind;
        Caller caller;
        uint64 opensAt;
        uint64 closesAt;
        bool open;
    }

    event JobCreated(uint256 indexed id, address indexed client, bytes32 indexed ref, Terms terms, uint256 held);
    event JobAssigned(
        uint256 indexed id,
        uint32 indexed attempt,
        address indexed agent,
        bytes32 ownerId,
        uint64 workBy,
        bytes32 drawCommit,
        address payee
    );
    event ReleaseRequested(uint256 indexed id, uint32 indexed attempt, uint64 releaseAt);
    event ReleaseObjected(uint256 indexed id, uint32 indexed attempt);
    event JobReleased(uint256 indexed id, uint32 indexed attempt, ReleaseCause cause);
    event ResultSubmitted(uint256 indexed id, uint32 indexed attempt, bytes32 result, uint64 seatBy);
    event Seated(
        uint256 indexed id,
        uint32 indexed attempt,
        address[] agents,
        uint64 verifyBy,
        bytes32 secret,
        bytes32 drawEvidence
    );
    event AlternatesSeated(
        uint256 indexed id,
        uint32 indexed attempt,
        uint8[] seats,
        address[] agents,
        uint64 verifyBy,
        bytes32 secret,
        bytes32 drawEvidence
    );
    event VerdictRecorded(
        uint256 indexed id,
        uint32 indexed attempt,
        address indexed agent,
        uint8 seat,
        bool pass,
        bytes32 evidenceHash,
        uint256 fee,
        address payee
    );
    event JobSettled(
        uint256 indexed id,
        uint32 indexed attempt,
        address indexed agent,
        uint256 reward,
        uint256 returned,
        address payee
    );
    event AttemptRejected(
        uint256 indexed id, uint32 indexed attempt, address indexed agent, bytes32 ownerId, State state
    );
    event JobCancelled(uint256 indexed id, uint256 amount);
    event JobRefunded(uint256 indexed id, uint256 amount, RefundCause cause);
    event JobLapsed(
        uint256 indexed id,
        uint32 indexed attempt,
        address indexed agent,
        RefundCause cause,
        uint256 toWorker,
        uint256 toClient,
        address payee
    );
    event PaymentDeferred(uint256 indexed id, address indexed account, uint256 amount);
    event Collected(address indexed account, uint256 amount);

    error RoleOfRegistry(bytes32 role);
    error InvalidTerm(bytes32 name, uint256 value);
    error RefUsed(address client, bytes32 ref, uint256 id);
    error WrongAmountReceived(uint256 expected, uint256 received);
    error UnknownJob(uint256 id);
    error WrongState(uint256 id, State state, State needed);
    error WrongAttempt(uint256 id, uint32 given, uint32 current);
    error DeadlinePassed(uint256 deadline, uint256 time);
    error NotRefundable(uint256 id, State state, uint256 opensAt, uint256 time);
    error NotReleasable(uint256 id, uint256 opensAt, uint256 time);
    error NotClient(address caller, address client);
    error NoRoundsLeft(uint256 id, uint8 rounds);
    error OwnerUnknown(address wallet);
    error OwnerRejected(uint256 id, bytes32 ownerId);
    error ReleaseAlreadyRequested(uint256 id, uint64 releaseAt);
    error ReleaseAlreadyObjected(uint256 id);
    error ReleaseNotRequested(uint256 id);
    error AlreadySeated(uint256 id, uint32 attempt);
    error NotSeated(uint256 id, uint32 attempt);
    error WrongDrawSecret(uint256 id, bytes32 given, bytes32 drawCommit);
    error AlternatesUsed(uint256 id, uint32 attempt);
    error SeatUnavailable(uint256 id, uint8 seat);
    error WrongLength(uint256 given, uint256 needed);
    error NotOnPanel(address agent);
    error VerdictMismatch(uint256 index);
    error BadSignature(address expected, address recovered);
    error NothingOwed(address account);
    error AgentTooYoung(address agent, uint64 activeFrom, uint64 createdAt);
}
