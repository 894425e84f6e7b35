// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Batch} from "./Batch.sol";
import {Deadlines} from "./Deadlines.sol";
import {JobActions} from "./JobActions.sol";
import {JobLedger} from "./JobLedger.sol";
import {Operators} from "./Operators.sol";
import {Payments} from "./Payments.sol";
import {SignedMessages} from "./SignedMessages.sol";

/// @title The transitions of a job. `IJobEscrow` documents each.
contract JobEscrow is Operators, JobLedger, Payments, SignedMessages, Batch {
    JobActions public immutable actions;

    constructor(Config memory config)
        Operators(config.registry, config.dispatcher)
        JobLedger(config)
        Payments(config.token)
    {
        actions = new JobActions(this);
    }

    function createJob(Terms memory terms) external nonReentrant whenNotPaused returns (uint256 id) {
        _checkTerms(terms);
        id = jobIdOf[msg.sender][terms.ref];
        if (id != 0) revert RefUsed(msg.sender, terms.ref, id);

        id = ++jobCount;
        uint256 held = budget(terms);
        jobIdOf[msg.sender][terms.ref] = id;
        Job storage created = _jobs[id];
        created.state = State.OPEN;
        created.client = msg.sender;
        created.createdAt = uint64(block.timestamp);
        created.held = held;
        created.terms = terms;

        emit JobCreated(id, msg.sender, terms.ref, terms, held);

        _pull(msg.sender, held);
    }

    function assign(uint256 id, address agent, bytes32 drawCommit) external onlyRole(DISPATCHER_ROLE) whenNotPaused {
        Job storage open = _in(id, State.OPEN);
        _requireNotAfter(open.terms.openUntil);
        if (open.rounds >= open.terms.maxAttempts) revert NoRoundsLeft(id, open.rounds);
        if (drawCommit == 0) revert ZeroValue("drawCommit");
        if (agent == address(this)) revert InvalidAgent(agent);
        Agent memory worker = registry.activeAgent(agent, Role.WORKER);
        bytes32 clientOwner = registry.ownerOf(open.client);
        if (clientOwner == 0) revert OwnerUnknown(open.client);
        if (clientOwner == worker.ownerId) revert OwnerConflict(agent, clientOwner);
        if (isRejected[id][worker.ownerId]) revert OwnerRejected(id, worker.ownerId);

        uint32 attempt = ++open.attempt;
        open.state = State.ASSIGNED;
        open.agent = agent;
        open.key = worker.key;
        open.agentOwner = worker.ownerId;
        open.workBy = uint64(block.timestamp) + open.terms.workWindow;
        open.releaseAt = 0;
        open.objected = false;
        open.drawCommit = drawCommit;
        open.payee = _payeeFor(open, agent, worker.payee);

        emit JobAssigned(id, attempt, agent, worker.ownerId, open.workBy, drawCommit, open.payee);
    }

    function requestRelease(uint256 id, uint32 attempt) external onlyRole(DISPATCHER_ROLE) {
        Job storage assigned = _in(id, State.ASSIGNED, attempt);
        if (assigned.objected) revert ReleaseAlreadyObjected(id);
        if (assigned.releaseAt != 0) revert ReleaseAlreadyRequested(id, assigned.releaseAt);

        assigned.releaseAt = uint64(block.timestamp) + RELEASE_NOTICE;

        emit ReleaseRequested(id, attempt, assigned.releaseAt);
    }

    function objectRelease(uint256 id, uint32 attempt, bytes calldata signature) external {
        Job storage assigned = _in(id, State.ASSIGNED, attempt);
        if (assigned.releaseAt == 0) revert ReleaseNotRequested(id);
        _requireNotAfter(assigned.releaseAt);
        _requireSound(assigned.key);
        _requireObjection(assigned.key, id, attempt, signature);

        assigned.releaseAt = 0;
        assigned.objected = true;

        emit ReleaseObjected(id, attempt);
    }

    function release(uint256 id, uint32 attempt, bytes calldata signature) external {
        Job storage assigned = _in(id, State.ASSIGNED, attempt);
        (uint64 opensAt, ReleaseCause cause) = Deadlines.release(assigned);
        if (block.timestamp < opensAt) {
            cause = ReleaseCause.AGENT;
            if (msg.sender != assigned.agent) {
                if (signature.length == 0) revert NotReleasable(id, opensAt, block.timestamp);
                _requireSound(assigned.key);
                _requireRelease(assigned.key, id, attempt, signature);
            }
        }

        assigned.state = block.timestamp <= assigned.terms.openUntil ? State.OPEN : State.EXPIRED;

        emit JobReleased(id, attempt, cause);
    }

    function submit(uint256 id, uint32 attempt, bytes32 result, bytes calldata signature) external {
        Job storage assigned = _in(id, State.ASSIGNED, attempt);
        _requireNotAfter(assigned.workBy);
        if (result == 0) revert ZeroValue("result");
        _requireSound(assigned.key);
        if (msg.sender != assigned.agent) _requireSubmission(assigned.key, id, attempt, result, signature);

        assigned.state = State.SUBMITTED;
        assigned.result = result;
        assigned.seatBy = uint64(block.timestamp) + SEAT_WINDOW;

        emit ResultSubmitted(id, attempt, result, assigned.seatBy);
    }

    function seat(uint256 id, uint32 attempt, address[] calldata agents, bytes32 secret, bytes32 drawEvidence)
        external
        onlyRole(DISPATCHER_ROLE)
    {
        Job storage submitted = _in(id, State.SUBMITTED, attempt);
        if (submitted.verifyBy != 0) revert AlreadySeated(id, attempt);
        _requireNotAfter(submitted.seatBy);
        uint256 n = submitted.terms.verifiers;
        if (agents.length != n) revert WrongLength(agents.length, n);
        _reveal(id, submitted, secret);

        ++submitted.rounds;
        submitted.namings = 1;
        submitted.verifyBy = uint64(block.timestamp) + submitted.terms.verificationWindow;
        Seat[] storage panel = _seats[id][attempt];
        bytes32[] memory owners = _taken(id, submitted, n);
        for (uint256 i; i < n; ++i) {
            panel.push();
            _name(id, submitted, owners, i, agents[i]);
        }

        emit Seated(id, attempt, agents, submitted.verifyBy, secret, drawEvidence);
    }

    function addAlternates(
        uint256 id,
        uint32 attempt,
        uint8[] calldata seats_,
        address[] calldata agents,
        bytes32 secret,
        bytes32 drawEvidence
    ) external onlyRole(DISPATCHER_ROLE) {
        Job storage submitted = _in(id, State.SUBMITTED, attempt);
        if (submitted.verifyBy == 0) revert NotSeated(id, attempt);
        if (submitted.namings == MAX_NAMINGS) revert AlternatesUsed(id, attempt);
        _requireNotAfter(submitted.verifyBy);
        if (seats_.length == 0 || seats_.length != agents.length) revert WrongLength(agents.length, seats_.length);
        _reveal(id, submitted, secret);

        ++submitted.namings;
        submitted.verifyBy += submitted.terms.verificationWindow;
        Seat[] storage panel = _seats[id][attempt];
        bytes32[] memory owners = _taken(id, submitted, agents.length);
        uint256 named;
        for (uint256 i; i < agents.length; ++i) {
            uint8 index = seats_[i];
            if (index >= panel.length || panel[index].outcome != Outcome.NONE || (named >> index) & 1 != 0) {
                revert SeatUnavailable(id, index);
            }
            named |= 1 << index;
            _name(id, submitted, owners, index, agents[i]);
        }

        emit AlternatesSeated(id, attempt, seats_, agents, submitted.verifyBy, secret, drawEvidence);
    }

    function attest(uint256 id, uint32 attempt, Verdict[] calldata verdicts, bytes[] calldata signatures)
        external
        nonReentrant
    {
        Job storage submitted = _in(id, State.SUBMITTED, attempt);
        if (submitted.verifyBy == 0) revert NotSeated(id, attempt);
        _requireNotAfter(submitted.verifyBy + GRACE);
        if (verdicts.length == 0 || verdicts.length != signatures.length) {
            revert WrongLength(signatures.length, verdicts.length);
        }

        address[] memory payees = new address[](verdicts.length);
        for (uint256 i; i < verdicts.length; ++i) {
            payees[i] = _record(id, submitted, i, verdicts[i], signatures[i]);
        }
        (uint256 reward, uint256 returned) = _decide(id, submitted);

        for (uint256 i; i < payees.length; ++i) {
            if (payees[i] != address(0)) _pay(id, payees[i], submitted.terms.verifierFee);
        }
        _pay(id, submitted.payee, reward);
        _pay(id, submitted.client, returned);
    }

    function cancel(uint256 id) external nonReentrant {
        Job storage open = _in(id, State.OPEN);
        if (msg.sender != open.client) revert NotClient(msg.sender, open.client);

        open.state = State.CANCELLED;
        uint256 amount = _empty(open);

        emit JobCancelled(id, amount);

        _pay(id, open.client, amount);
    }

    function claimRefund(uint256 id) external nonReentrant {
        Job storage ended = _known(id);
        (uint64 opensAt, RefundCause cause) = Deadlines.refund(ended, GRACE);
        if (block.timestamp < opensAt) revert NotRefundable(id, ended.state, opensAt, block.timestamp);

        bool lapses = ended.state == State.SUBMITTED;
        uint256 toWorker = lapses ? uint256(ended.terms.reward) * ended.terms.silenceShareBps / WHOLE_BPS : 0;
        uint256 toClient = _empty(ended) - toWorker;
        ended.state = lapses ? State.LAPSED : State.REFUNDED;

        if (lapses) emit JobLapsed(id, ended.attempt, ended.agent, cause, toWorker, toClient, ended.payee);
        else emit JobRefunded(id, toClient, cause);

        _pay(id, ended.payee, toWorker);
        _pay(id, ended.client, toClient);
    }

    function _requireSound(address key) private view {
        if (registry.isCompromised(key)) revert KeyIsCompromised(key);
    }

    function _reveal(uint256 id, Job storage submitted, bytes32 secret) private {
        bytes32 drawCommit = submitted.drawCommit;
        if (keccak256(bytes.concat(secret)) != drawCommit) revert WrongDrawSecret(id, secret, drawCommit);
        submitted.drawCommit = secret;
    }

    /// @dev The owners that no verifier may belong to: worker's, client's, and of everybody named before. Room for `more`.
    function _taken(uint256 id, Job storage submitted, uint256 more) private view returns (bytes32[] memory owners) {
        Candidate[] storage named = _candidates[id][submitted.attempt];
        uint256 count = named.length;
        owners = new bytes32[](2 + count + more);
        (owners[0], owners[1]) = (submitted.agentOwner, registry.ownerOf(submitted.client));
        for (uint256 i; i < count; ++i) {
            owners[2 + i] = registry.agentOf(named[i].agent).ownerId;
        }
    }

    /// @dev Names a verifier for a seat if its owner is none of `owners`, and adds it to them.
    function _name(uint256 id, Job storage submitted, bytes32[] memory owners, uint256 index, address agent) private {
        if (agent == address(this)) revert InvalidAgent(agent);
        Agent memory verifier = registry.activeAgent(agent, Role.VERIFIER);
        if (verifier.activeFrom > submitted.createdAt) {
            revert AgentTooYoung(agent, verifier.activeFrom, submitted.createdAt);
        }
        Candidate[] storage named = _candidates[id][submitted.attempt];
        uint256 count = 2 + named.length;
        for (uint256 i; i < count; ++i) {
            if (verifier.ownerId == owners[i]) revert OwnerConflict(agent, verifier.ownerId);
        }

        owners[count] = verifier.ownerId;
        named.push(Candidate(agent, uint8(index), verifier.key, _payeeFor(submitted, agent, verifier.payee)));
    }

    /// @dev The agent itself where its payee is this contract, the token or the job's client.
    function _payeeFor(Job storage paying, address agent, address payee) private view returns (address) {
        return payee == address(this) || payee == address(token) || payee == paying.client ? agent : payee;
    }

    /// @dev Where the fee goes if this verdict filled its seat, zero when the seat was filled before or its key is compromised.
    function _record(
        uint256 id,
        Job storage submitted,
        uint256 position,
        Verdict calldata verdict,
        bytes calldata signature
    ) private returns (address payee) {
        Candidate storage named = _candidate(id, submitted.attempt, verdict.agent);
        uint8 index = named.seat;
        Seat storage filled = _seats[id][submitted.attempt][index];
        if (filled.outcome != Outcome.NONE || registry.isCompromised(named.key)) return address(0);
        if (!_isAbout(verdict, id, submitted)) revert VerdictMismatch(position);
        _requireVerdict(named.key, verdict, signature);

        filled.judge = verdict.agent;
        filled.outcome = verdict.pass ? Outcome.PASS : Outcome.FAIL;
        filled.evidenceHash = verdict.evidenceHash;
        if (verdict.pass) ++submitted.passes;
        else ++submitted.fails;
        uint256 fee = submitted.terms.verifierFee;
        submitted.held -= fee;
        payee = named.payee;

        emit VerdictRecorded(id, verdict.attempt, verdict.agent, index, verdict.pass, verdict.evidenceHash, fee, payee);
    }

    function _candidate(uint256 id, uint32 attempt, address agent) private view returns (Candidate storage) {
        Candidate[] storage named = _candidates[id][attempt];
        for (uint256 i; i < named.length; ++i) {
            if (named[i].agent == agent) return named[i];
        }
        revert NotOnPanel(agent);
    }

    function _isAbout(Verdict calldata verdict, uint256 id, Job storage submitted) private view returns (bool) {
        return verdict.jobId == id && verdict.attempt == submitted.attempt
            && verdict.resultCommitment == submitted.result && verdict.taskCommitment == submitted.terms.taskCommitment
            && verdict.policyCommitment == submitted.terms.policyCommitment;
    }

    /// @dev Passes and fails cannot both reach their number, and a full panel always reaches one.
    function _decide(uint256 id, Job storage submitted) private returns (uint256 reward, uint256 returned) {
        uint8 quorum = submitted.terms.quorum;
        if (submitted.passes >= quorum) {
            submitted.state = State.SETTLED;
            reward = submitted.terms.reward;
            returned = _empty(submitted) - reward;

            emit JobSettled(id, submitted.attempt, submitted.agent, reward, returned, submitted.payee);
        } else if (submitted.fails > submitted.terms.verifiers - quorum) {
            isRejected[id][submitted.agentOwner] = true;
            bool again = submitted.rounds < submitted.terms.maxAttempts && block.timestamp <= submitted.terms.openUntil;
            submitted.state = again ? State.OPEN : State.REJECTED;
            (submitted.result, submitted.drawCommit) = (0, 0);
            (submitted.workBy, submitted.releaseAt, submitted.seatBy, submitted.verifyBy) = (0, 0, 0, 0);
            (submitted.passes, submitted.fails, submitted.namings) = (0, 0, 0);

            emit AttemptRejected(id, submitted.attempt, submitted.agent, submitted.agentOwner, submitted.state);
        }
    }

    function _empty(Job storage ended) private returns (uint256 amount) {
        amount = ended.held;
        ended.held = 0;
    }
}
