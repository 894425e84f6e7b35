// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {AgentRegistry} from "../src/AgentRegistry.sol";
import {IAgentRegistryTypes} from "../src/IAgentRegistryTypes.sol";
import {IJobEscrowTypes} from "../src/IJobEscrowTypes.sol";
import {TestStablecoin} from "../src/local/TestStablecoin.sol";
import {Base} from "./Base.sol";
import {Escrow} from "./Escrow.sol";

/// @dev A registry and an escrow with their operators, one client, three workers and ten verifiers, every one of another owner.
abstract contract Fixture is Base, IJobEscrowTypes, IAgentRegistryTypes {
    struct Person {
        address agent;
        address key;
        uint256 secret;
        bytes32 ownerId;
    }

    uint64 internal constant START = 1_800_000_000;
    uint64 internal constant RELEASE_NOTICE = 600;
    uint64 internal constant SEAT_WINDOW = 6 hours;
    uint64 internal constant GRACE = 1 hours;
    uint64 internal constant ACTIVATION_DELAY = 1 days;
    uint64 internal constant REVOCATION_DELAY = 1 days;
    uint64 internal constant PAYEE_DELAY = 2 hours;
    uint64 internal constant MIN_WINDOW = 15 minutes;
    uint64 internal constant FOREVER = type(uint64).max;
    uint128 internal constant REWARD = 25_000_000;
    uint128 internal constant FEE = 500_000;
    uint256 internal constant BUDGET = REWARD + FEE * 3 * 3;
    bytes32 internal constant RESULT = keccak256("result");
    bytes32 internal constant EVIDENCE = keccak256("evidence");
    bytes32 internal constant DRAW = keccak256("draw");

    address internal admin = vm.addr(0xA001);
    address internal dispatcher = vm.addr(0xA002);
    address internal registrar = vm.addr(0xA003);
    address internal guardian = vm.addr(0xA004);
    address internal client = vm.addr(0xA005);
    address internal stranger = vm.addr(0xA006);
    bytes32 internal clientOwner = keccak256("client's owner");

    AgentRegistry internal registry;
    Escrow internal escrow;
    address internal money;
    Person[] internal workers;
    Person[] internal verifiers;

    function setUp() public virtual {
        vm.warp(START - ACTIVATION_DELAY);
        money = makeToken();
        registry = new AgentRegistry(registryConfig());
        escrow = deployed(config());
        vm.prank(registrar);
        registry.registerOwner(client, clientOwner);
        for (uint256 i; i < 3; ++i) {
            workers.push(enlist(Role.WORKER, 0xB000 + i));
        }
        for (uint256 i; i < 10; ++i) {
            verifiers.push(enlist(Role.VERIFIER, 0xC000 + i));
        }
        vm.warp(START);
        TestStablecoin(money).mint(client, 1_000_000_000);
        vm.prank(client);
        IERC20(money).approve(address(escrow), type(uint256).max);
    }

    function makeToken() internal virtual returns (address) {
        return address(new TestStablecoin(address(this)));
    }

    function registryConfig() internal view virtual returns (RegistryConfig memory) {
        return RegistryConfig({
            activationDelay: ACTIVATION_DELAY,
            revocationDelay: REVOCATION_DELAY,
            payeeDelay: PAYEE_DELAY,
            admin: admin,
            registrar: registrar,
            guardian: guardian
        });
    }

    function config() internal view virtual returns (Config memory) {
        return Config({
            token: IERC20(money),
            registry: registry,
            releaseNotice: RELEASE_NOTICE,
            seatWindow: SEAT_WINDOW,
            grace: GRACE,
            minWindow: MIN_WINDOW,
            minReward: 1_000_000,
            dispatcher: dispatcher
        });
    }

    /// @dev The compiled escrow itself, as it is deployed anywhere.
    function deployed(Config memory wanted) internal returns (Escrow made) {
        bytes memory code = bytes.concat(vm.getCode("JobEscrow.sol:JobEscrow"), abi.encode(wanted));
        assembly ("memory-safe") {
            made := create(0, add(code, 32), mload(code))
            if iszero(made) {
                let reason := mload(0x40)
                returndatacopy(reason, 0, returndatasize())
                revert(reason, returndatasize())
            }
        }
    }

    function terms() internal view returns (Terms memory) {
        return Terms({
            ref: keccak256("ref"),
            taskCommitment: keccak256("task"),
            policyCommitment: keccak256("policy"),
            reward: REWARD,
            verifierFee: FEE,
            verifiers: 3,
            quorum: 2,
            maxAttempts: 3,
            silenceShareBps: 5_000,
            fundBy: uint64(block.timestamp) + 30 minutes,
            openUntil: uint64(block.timestamp) + 7 days,
            workWindow: 2 hours,
            verificationWindow: 3 hours
        });
    }

    function person(uint256 secret) internal pure returns (Person memory) {
        return Person({
            agent: vm.addr(secret + 0x10000),
            key: vm.addr(secret),
            secret: secret,
            ownerId: keccak256(abi.encode("owner", secret))
        });
    }

    function enlist(Role role, uint256 secret) internal returns (Person memory enlisted) {
        enlisted = person(secret);
        vm.prank(registrar);
        registry.registerAgent(enlisted.agent, enlisted.ownerId, role, enlisted.key);
    }

    function created() internal returns (uint256) {
        return createdWith(terms());
    }

    function createdWith(Terms memory wanted) internal returns (uint256) {
        vm.prank(client);
        return escrow.createJob(wanted);
    }

    function assigned() internal returns (uint256 id) {
        id = created();
        assign(id, workers[0]);
    }

    function submitted() internal returns (uint256 id) {
        id = assigned();
        submit(id, workers[0]);
    }

    function seated() internal returns (uint256 id) {
        id = submitted();
        seat(id, 1);
    }

    /// @dev One round lost by the worker that holds attempt `attempt`.
    function failed(uint256 id, uint32 attempt) internal {
        attest(id, attempt, 0, false);
        attest(id, attempt, 1, false);
    }

    function compromise(Person memory robbed) internal {
        vm.prank(guardian);
        registry.markCompromised(robbed.key);
    }

    function assign(uint256 id, Person memory worker) internal {
        vm.prank(dispatcher);
        escrow.assign(id, worker.agent, link(id, 0));
    }

    function submit(uint256 id, Person memory worker) internal {
        uint32 attempt = escrow.job(id).attempt;
        vm.prank(worker.agent);
        escrow.submit(id, attempt, RESULT, "");
    }

    function seat(uint256 id, uint32 attempt) internal {
        address[] memory agents = panel(0, escrow.job(id).terms.verifiers);
        bytes32 secret = nextSecret(id);
        vm.prank(dispatcher);
        escrow.seat(id, attempt, agents, secret, DRAW);
    }

    /// @dev What the draws of a job's attempts are bound to, and from 1 the secret of each naming; each hashes to the one before.
    function link(uint256 id, uint256 naming) internal pure returns (bytes32 secret) {
        secret = keccak256(abi.encode("draw", id));
        for (uint256 i = naming; i < 4; ++i) {
            secret = keccak256(abi.encode(secret));
        }
    }

    function nextSecret(uint256 id) internal view returns (bytes32) {
        return link(id, escrow.job(id).namings + 1);
    }

    function panel(uint256 from, uint256 count) internal view returns (address[] memory agents) {
        agents = new address[](count);
        for (uint256 i; i < count; ++i) {
            agents[i] = verifiers[from + i].agent;
        }
    }

    function addAlternate(uint256 id, uint8 index, Person memory verifier) internal {
        (uint8[] memory seats, address[] memory agents) = (new uint8[](1), new address[](1));
        (seats[0], agents[0]) = (index, verifier.agent);
        uint32 attempt = escrow.job(id).attempt;
        bytes32 secret = nextSecret(id);
        vm.prank(dispatcher);
        escrow.addAlternates(id, attempt, seats, agents, secret, DRAW);
    }

    function attest(uint256 id, uint32 attempt, uint256 verifier, bool pass) internal {
        (Verdict[] memory verdicts, bytes[] memory signatures) = batch(1);
        verdicts[0] = verdict(id, attempt, verifiers[verifier], pass);
        signatures[0] = signVerdict(verdicts[0], verifiers[verifier].secret);
        vm.prank(stranger);
        escrow.attest(id, attempt, verdicts, signatures);
    }

    function batch(uint256 size) internal pure returns (Verdict[] memory, bytes[] memory) {
        return (new Verdict[](size), new bytes[](size));
    }

    /// @dev Verdicts of the first `size` verifiers, all alike.
    function votes(uint256 id, uint32 attempt, uint256 size, bool pass)
        internal
        view
        returns (Verdict[] memory verdicts, bytes[] memory signatures)
    {
        (verdicts, signatures) = batch(size);
        for (uint256 i; i < size; ++i) {
            verdicts[i] = verdict(id, attempt, verifiers[i], pass);
            signatures[i] = signVerdict(verdicts[i], verifiers[i].secret);
        }
    }

    function verdict(uint256 id, uint32 attempt, Person memory verifier, bool pass)
        internal
        view
        returns (Verdict memory)
    {
        Job memory judged = escrow.job(id);
        return Verdict({
            jobId: id,
            attempt: attempt,
            taskCommitment: judged.terms.taskCommitment,
            policyCommitment: judged.terms.policyCommitment,
            resultCommitment: judged.result,
            pass: pass,
            evidenceHash: EVIDENCE,
            agent: verifier.agent
        });
    }

    function signVerdict(Verdict memory said, uint256 secret) internal view returns (bytes memory) {
        string memory kind =
            "Verdict(uint256 jobId,uint32 attempt,bytes32 taskCommitment,bytes32 policyCommitment,bytes32 resultCommitment,bool pass,bytes32 evidenceHash,address agent)";
        return signTyped(secret, abi.encode(keccak256(bytes(kind)), said));
    }

    function signSubmission(uint256 id, uint32 attempt, bytes32 result, uint256 secret)
        internal
        view
        returns (bytes memory)
    {
        string memory kind = "Submission(uint256 jobId,uint32 attempt,bytes32 resultCommitment)";
        return signTyped(secret, abi.encode(keccak256(bytes(kind)), id, attempt, result));
    }

    function signRelease(uint256 id, uint32 attempt, uint256 secret) internal view returns (bytes memory) {
        return signTyped(secret, abi.encode(keccak256(bytes("Release(uint256 jobId,uint32 attempt)")), id, attempt));
    }

    function signObjection(uint256 id, uint32 attempt, uint256 secret) internal view returns (bytes memory) {
        return
            signTyped(
                secret, abi.encode(keccak256(bytes("ReleaseObjection(uint256 jobId,uint32 attempt)")), id, attempt)
            );
    }

    /// @dev Another address of an agent's owner, that nobody else uses.
    function payeeOf(Person memory paid) internal pure returns (address) {
        return vm.addr(paid.secret + 0x20000);
    }

    function signPayee(Person memory paid, address payee) internal view returns (bytes memory) {
        return signOfPayee("Payee", paid, payee);
    }

    function signPayeeCancellation(Person memory paid, address payee) internal view returns (bytes memory) {
        return signOfPayee("PayeeCancellation", paid, payee);
    }

    function signOfPayee(string memory name, Person memory paid, address payee) private view returns (bytes memory) {
        bytes32 kind = keccak256(abi.encodePacked(name, "(address agent,address payee,uint256 nonce)"));
        uint256 nonce = registry.payeeRequestOf(paid.agent).nonce;
        return signDomain("AgentRegistry", address(registry), paid.secret, abi.encode(kind, paid.agent, payee, nonce));
    }

    function signTyped(uint256 secret, bytes memory encoded) internal view returns (bytes memory) {
        return signDomain("JobEscrow", address(escrow), secret, encoded);
    }

    /// @dev The signature by the standard's own formula, so that it does not depend on the contract's.
    function signDomain(string memory name, address verifying, uint256 secret, bytes memory encoded)
        internal
        view
        returns (bytes memory)
    {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256(bytes(name)),
                keccak256("1"),
                block.chainid,
                verifying
            )
        );
        return signDigest(secret, keccak256(abi.encodePacked("\x19\x01", domain, keccak256(encoded))));
    }

    function signDigest(uint256 secret, bytes32 digest) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(secret, digest);
        return abi.encodePacked(r, s, v);
    }

    function expectEvent() internal {
        vm.expectEmit(true, true, true, true, address(escrow));
    }

    function expectRegistryEvent() internal {
        vm.expectEmit(true, true, true, true, address(registry));
    }

    function expectTooLate(uint256 deadline) internal {
        vm.expectRevert(abi.encodeWithSelector(DeadlinePassed.selector, deadline, block.timestamp));
    }

    function expectWrongState(uint256 id, State needed) internal {
        vm.expectRevert(abi.encodeWithSelector(WrongState.selector, id, escrow.job(id).state, needed));
    }

    function expectUnauthorized(address account, bytes32 role) internal {
        vm.expectRevert(abi.encodeWithSignature("AccessControlUnauthorizedAccount(address,bytes32)", account, role));
    }

    function assertState(uint256 id, State expected) internal view {
        vm.assertEq(uint256(escrow.job(id).state), uint256(expected), "state");
    }

    function balance(address account) internal view returns (uint256) {
        return IERC20(money).balanceOf(account);
    }
}
