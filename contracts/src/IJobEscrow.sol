// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IAgentRegistry} from "./IAgentRegistry.sol";
import {IJobEscrowTypes} from "./IJobEscrowTypes.sol";
import {JobActions} from "./JobActions.sol";

/// @title Escrow of a job's reward, paid on the signatures of independent verifiers.
/// @notice Immutable, one payment token, one registry, no upgrade and no fee. Amounts are base units of the token,
/// times are seconds of the chain's clock. A deadline T allows its act while `now <= T` and its exit when `now > T`.
interface IJobEscrow is IJobEscrowTypes {
    /// @notice Locks `budget(terms)` of the caller's tokens, exactly, and opens a job whose client is the caller.
    /// @dev A `(client, ref)` pair is good for one job ever. Ids start at 1.
    function createJob(Terms calldata terms) external returns (uint256 id);

    /// @notice Gives an open job to an active worker of another owner, and takes the snapshot that this attempt is paid by.
    /// @param drawCommit The end of a chain of hashes whose links, the last first, seed the draws of this attempt's verifiers:
    /// fixed before the result can be known, never zero.
    function assign(uint256 id, address agent, bytes32 drawCommit) external;

    /// @notice Announces the end of an assignment; it can be released after `RELEASE_NOTICE` unless its agent objects.
    function requestRelease(uint256 id, uint32 attempt) external;

    /// @notice Cancels a notice with the agent key's `ReleaseObjection`; none can follow for this attempt.
    function objectRelease(uint256 id, uint32 attempt, bytes calldata signature) external;

    /// @notice Ends an assignment: its agent (wallet, or `Release` signature of a sound key) at any time, anyone after
    /// `workBy` or an unopposed notice.
    function release(uint256 id, uint32 attempt, bytes calldata signature) external;

    /// @notice Stores the result's commitment, never zero: anyone with the agent key's `Submission`, or the agent's wallet
    /// with none.
    function submit(uint256 id, uint32 attempt, bytes32 result, bytes calldata signature) external;

    /// @notice Names the panel and starts its clock. Every seat is an active verifier since before the job was created,
    /// no two of one owner, none of the worker's or the client's.
    /// @param secret Hashes to the attempt's `drawCommit`, which it replaces.
    /// @param drawEvidence Commits to the document of the draw, from which anyone can repeat it.
    function seat(uint256 id, uint32 attempt, address[] calldata agents, bytes32 secret, bytes32 drawEvidence) external;

    /// @notice Adds a candidate to each of some seats without a verdict, and one more verification window: at most
    /// `MAX_NAMINGS - 1` times per attempt. All candidates that were named before stay valid. Secret and draw as for `seat`.
    function addAlternates(
        uint256 id,
        uint32 attempt,
        uint8[] calldata seats,
        address[] calldata agents,
        bytes32 secret,
        bytes32 drawEvidence
    ) external;

    /// @notice Records signed verdicts, pays each its fee, and decides the attempt. From anyone, in any number and order.
    /// @dev Verdicts of filled seats and of compromised keys are skipped, so nobody blocks a batch by posting a part of it
    /// first, or with a stolen key.
    function attest(uint256 id, uint32 attempt, Verdict[] calldata verdicts, bytes[] calldata signatures) external;

    /// @notice Ends an open job and returns what it holds to its client, who is the caller.
    function cancel(uint256 id) external;

    /// @notice Ends a job that ran out of attempts or time and returns what it holds to its client; of a result that nobody
    /// judged in time, its worker gets `silenceShareBps` of the reward first, rounded down.
    function claimRefund(uint256 id) external;

    /// @notice Sends an account what an earlier payment could not deliver.
    function collect(address account) external;

    /// @notice Stops `createJob` and `assign`, nothing else.
    function pause() external;

    function unpause() external;

    /// @notice The whole job; reverts for an unknown id, as do `seats` and `candidates`.
    function job(uint256 id) external view returns (Job memory);

    /// @notice The panel of an attempt; empty when it has none.
    function seats(uint256 id, uint32 attempt) external view returns (Seat[] memory);

    /// @notice Everybody who was named for an attempt: its panel in the order of the seats, then alternates as they came.
    function candidates(uint256 id, uint32 attempt) external view returns (Candidate[] memory);

    /// @notice Reward plus every verifier fee of every round: `reward + verifierFee * verifiers * maxAttempts`.
    function budget(Terms calldata terms) external pure returns (uint256);

    /// @notice Tells what can be done with a job: `actions().allowedActions(id)`.
    function actions() external view returns (JobActions);

    /// @notice The job of this client and ref, or zero.
    function jobIdOf(address client, bytes32 ref) external view returns (uint256);

    function jobCount() external view returns (uint256);

    function isRejected(uint256 id, bytes32 ownerId) external view returns (bool);

    function owed(address account) external view returns (uint256);

    function token() external view returns (IERC20);

    /// @notice Knows the owners, agents and keys; its guardian and admin are this escrow's.
    function registry() external view returns (IAgentRegistry);

    function RELEASE_NOTICE() external view returns (uint64);

    function SEAT_WINDOW() external view returns (uint64);

    function GRACE() external view returns (uint64);

    function MIN_WINDOW() external view returns (uint64);

    function MIN_REWARD() external view returns (uint256);

    function MAX_WINDOW() external view returns (uint64);

    function MAX_OPEN() external view returns (uint64);

    function MAX_VERIFIERS() external view returns (uint8);

    function MAX_ATTEMPTS() external view returns (uint8);

    function MAX_NAMINGS() external view returns (uint8);
}
