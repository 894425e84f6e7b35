// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {AdminTimelock} from "../src/AdminTimelock.sol";
import {AgentRegistry} from "../src/AgentRegistry.sol";
import {Escrow} from "./Escrow.sol";
import {Vm} from "./Base.sol";
import {Fixture} from "./Fixture.sol";

/// @dev Title 2: split keys DISPATCHER / REGISTRAR / GUARDIAN / timelocked ADMIN.
contract RolesTest is Fixture {
    function test_constructorRevertsForATokenWithoutCode() public {
        Config memory wanted = config();
        wanted.token = IERC20(stranger);
        refuses(wanted, "token");
    }

    function test_title2_constructorRevertsForAnAbsentOrSharedOperator() public {
        RegistryConfig memory wanted = registryConfig();
        wanted.registrar = address(0);
        registryRefuses(wanted, "registrar");

        address[2] memory guardians = [address(0), registrar];
        for (uint256 i; i < guardians.length; ++i) {
            wanted = registryConfig();
            wanted.guardian = guardians[i];
            registryRefuses(wanted, "guardian");
        }
        wanted = registryConfig();
        wanted.activationDelay = 30 days + 1;
        registryRefuses(wanted, "activationDelay");
        wanted = registryConfig();
        wanted.revocationDelay = 30 days + 1;
        registryRefuses(wanted, "revocationDelay");
        wanted = registryConfig();
        wanted.payeeDelay = 30 days + 1;
        registryRefuses(wanted, "payeeDelay");
        address[2] memory admins = [registrar, guardian];
        for (uint256 i; i < admins.length; ++i) {
            wanted = registryConfig();
            wanted.admin = admins[i];
            registryRefuses(wanted, "admin");
        }
        address[4] memory dispatchers = [address(0), registrar, guardian, admin];
        for (uint256 i; i < dispatchers.length; ++i) {
            Config memory shared = config();
            shared.dispatcher = dispatchers[i];
            refuses(shared, "dispatcher");
        }
    }

    function test_constructorRevertsForARegistryWithoutCode() public {
        Config memory wanted = config();
        wanted.registry = AgentRegistry(stranger);
        refuses(wanted, "registry");
    }

    function test_constructorRevertsForTimesThatNoJobCouldKeep() public {
        Config memory wanted = config();
        wanted.minWindow = 0;
        refuses(wanted, "minWindow");
        wanted.minWindow = 30 days + 1;
        refuses(wanted, "minWindow");

        wanted = config();
        wanted.minReward = 0;
        refuses(wanted, "minReward");

        wanted = config();
        wanted.seatWindow = 0;
        refuses(wanted, "seatWindow");
        wanted.seatWindow = 30 days + 1;
        refuses(wanted, "seatWindow");

        wanted = config();
        wanted.releaseNotice = 0;
        refuses(wanted, "releaseNotice");
        wanted.releaseNotice = 30 days + 1;
        refuses(wanted, "releaseNotice");

        wanted = config();
        wanted.grace = 30 days + 1;
        refuses(wanted, "grace");
    }

    function test_constructorTakesTheLongestTimesThatAJobCouldKeep() public {
        Config memory wanted = config();
        wanted.minWindow = 30 days;
        wanted.seatWindow = 30 days;
        wanted.releaseNotice = 30 days;
        wanted.grace = 30 days;
        vm.assertEq(deployed(wanted).GRACE(), 30 days, "GRACE");

        RegistryConfig memory slow = registryConfig();
        slow.activationDelay = 30 days;
        slow.revocationDelay = 30 days;
        slow.payeeDelay = 30 days;
        vm.assertEq(new AgentRegistry(slow).REVOCATION_DELAY(), 30 days, "REVOCATION_DELAY");
    }

    function test_everyBoundIsReadable() public view {
        vm.assertEq(address(escrow.token()), money, "token");
        vm.assertEq(escrow.RELEASE_NOTICE(), RELEASE_NOTICE, "RELEASE_NOTICE");
        vm.assertEq(escrow.SEAT_WINDOW(), SEAT_WINDOW, "SEAT_WINDOW");
        vm.assertEq(escrow.GRACE(), GRACE, "GRACE");
        vm.assertEq(registry.ACTIVATION_DELAY(), ACTIVATION_DELAY, "ACTIVATION_DELAY");
        vm.assertEq(registry.REVOCATION_DELAY(), REVOCATION_DELAY, "REVOCATION_DELAY");
        vm.assertEq(escrow.MIN_WINDOW(), MIN_WINDOW, "MIN_WINDOW");
        vm.assertEq(escrow.MIN_REWARD(), 1_000_000, "MIN_REWARD");
        vm.assertEq(escrow.MAX_WINDOW(), 30 days, "MAX_WINDOW");
        vm.assertEq(escrow.MAX_OPEN(), 180 days, "MAX_OPEN");
        vm.assertEq(escrow.MAX_VERIFIERS(), 7, "MAX_VERIFIERS");
        vm.assertEq(escrow.MAX_ATTEMPTS(), 5, "MAX_ATTEMPTS");
    }

    function test_title2_everyOperatorHoldsItsOwnRoleOnly() public view {
        bytes32[4] memory roles = [
            escrow.DEFAULT_ADMIN_ROLE(), escrow.DISPATCHER_ROLE(), registry.REGISTRAR_ROLE(), registry.GUARDIAN_ROLE()
        ];
        address[4] memory holders = [admin, dispatcher, registrar, guardian];
        for (uint256 i; i < 4; ++i) {
            for (uint256 k; k < 4; ++k) {
                vm.assertEq(escrow.hasRole(roles[i], holders[k]), i == k, "role");
                vm.assertEq(registry.hasRole(roles[i], holders[k]), i == k && i != 1, "role of the registry");
            }
        }
    }

    function test_title2_theRegistryAloneSaysWhoItsOperatorsAre() public {
        bytes32[3] memory roles = [escrow.DEFAULT_ADMIN_ROLE(), registry.REGISTRAR_ROLE(), registry.GUARDIAN_ROLE()];
        for (uint256 i; i < 3; ++i) {
            vm.expectRevert(abi.encodeWithSelector(RoleOfRegistry.selector, roles[i]));
            vm.prank(admin);
            escrow.grantRole(roles[i], stranger);
            vm.expectRevert(abi.encodeWithSelector(RoleOfRegistry.selector, roles[i]));
            vm.prank(admin);
            escrow.revokeRole(roles[i], guardian);
            vm.expectRevert(abi.encodeWithSelector(RoleOfRegistry.selector, roles[i]));
            vm.prank(guardian);
            escrow.renounceRole(roles[i], guardian);
        }
        bytes32 role = registry.GUARDIAN_ROLE();
        vm.prank(admin);
        registry.revokeRole(role, guardian);

        expectUnauthorized(guardian, role);
        vm.prank(guardian);
        escrow.pause();
    }

    /// @dev The dispatcher of one escrow is a stranger to the next one over the same registry.
    function test_title2_whatIsRegisteredOutlastsAnEscrow() public {
        Config memory wanted = config();
        wanted.dispatcher = stranger;
        Escrow next = deployed(wanted);
        vm.prank(client);
        IERC20(money).approve(address(next), BUDGET);
        vm.prank(client);
        uint256 id = next.createJob(terms());

        expectUnauthorized(dispatcher, next.DISPATCHER_ROLE());
        vm.prank(dispatcher);
        next.assign(id, workers[0].agent, DRAW);
        vm.prank(stranger);
        next.assign(id, workers[0].agent, DRAW);

        vm.assertEq(next.job(id).key, workers[0].key, "key");
        vm.assertEq(uint256(next.job(id).state), uint256(State.ASSIGNED), "state");
    }

    function test_onlyTheGuardianPauses() public {
        bytes32 role = registry.GUARDIAN_ROLE();
        address[5] memory others = [client, stranger, dispatcher, registrar, admin];
        for (uint256 i; i < others.length; ++i) {
            expectUnauthorized(others[i], role);
            vm.prank(others[i]);
            escrow.pause();
        }
        vm.prank(guardian);
        escrow.pause();
        vm.assertTrue(escrow.paused(), "paused");
    }

    function test_onlyTheAdminUnpauses() public {
        vm.prank(guardian);
        escrow.pause();
        bytes32 role = escrow.DEFAULT_ADMIN_ROLE();
        address[5] memory others = [client, stranger, dispatcher, registrar, guardian];
        for (uint256 i; i < others.length; ++i) {
            expectUnauthorized(others[i], role);
            vm.prank(others[i]);
            escrow.unpause();
        }
        vm.prank(admin);
        escrow.unpause();
        assertState(created(), State.OPEN);
    }

    function test_onlyTheAdminChangesRoles() public {
        bytes32 dispatch = escrow.DISPATCHER_ROLE();
        bytes32 role = escrow.DEFAULT_ADMIN_ROLE();
        address[4] memory others = [stranger, dispatcher, registrar, guardian];
        for (uint256 i; i < others.length; ++i) {
            expectUnauthorized(others[i], role);
            vm.prank(others[i]);
            escrow.grantRole(dispatch, others[i]);
            expectUnauthorized(others[i], role);
            vm.prank(others[i]);
            escrow.revokeRole(dispatch, dispatcher);
        }
    }

    function test_title2_aRegistryWithoutAdminHasNoneForEver() public {
        RegistryConfig memory wanted = registryConfig();
        wanted.admin = address(0);
        AgentRegistry orphan = new AgentRegistry(wanted);
        bytes32 role = orphan.DEFAULT_ADMIN_ROLE();
        vm.assertTrue(!orphan.hasRole(role, address(0)), "nobody");
        vm.assertEq(orphan.getRoleAdmin(role), role, "only an admin could make one");
    }

    function test_title2_theTimelockedAdminActsTwoDaysAfterItsNotice() public {
        address executor = vm.addr(0xE0EC);
        AdminTimelock timelock = new AdminTimelock(1 hours, stranger, executor, client);
        RegistryConfig memory roles = registryConfig();
        roles.admin = address(timelock);
        Config memory wanted = config();
        wanted.registry = new AgentRegistry(roles);
        Escrow guarded = deployed(wanted);
        bytes memory grant = abi.encodeCall(guarded.grantRole, (guarded.DISPATCHER_ROLE(), stranger));
        vm.assertEq(timelock.getMinDelay(), 2 days, "a shorter delay is raised");

        vm.expectRevert(abi.encodeWithSignature("TimelockInsufficientDelay(uint256,uint256)", 2 days - 1, 2 days));
        vm.prank(stranger);
        timelock.schedule(address(guarded), 0, grant, 0, 0, 2 days - 1);

        vm.prank(stranger);
        timelock.schedule(address(guarded), 0, grant, 0, 0, 2 days);
        vm.warp(START + 2 days - 1);
        vm.expectPartialRevert(bytes4(keccak256("TimelockUnexpectedOperationState(bytes32,bytes32)")));
        vm.prank(executor);
        timelock.execute(address(guarded), 0, grant, 0, 0);

        vm.warp(START + 2 days);
        vm.prank(executor);
        timelock.execute(address(guarded), 0, grant, 0, 0);
        vm.assertTrue(guarded.hasRole(guarded.DISPATCHER_ROLE(), stranger), "granted");
    }

    function test_title2_proposerExecutorAndCancellerAreThreeAndEachHasOneRight() public {
        address[3] memory operators = [vm.addr(0xF001), vm.addr(0xF002), vm.addr(0xF003)];
        AdminTimelock timelock = new AdminTimelock(2 days, operators[0], operators[1], operators[2]);
        bytes32[3] memory roles = [timelock.PROPOSER_ROLE(), timelock.EXECUTOR_ROLE(), timelock.CANCELLER_ROLE()];
        for (uint256 i; i < 3; ++i) {
            for (uint256 k; k < 3; ++k) {
                vm.assertEq(timelock.hasRole(roles[i], operators[k]), i == k, "role");
            }
            vm.assertTrue(!timelock.hasRole(roles[i], address(this)), "the deployer has none");
            vm.assertTrue(!timelock.hasRole(roles[i], address(0)), "nor has everybody");
        }
        vm.assertTrue(!timelock.hasRole(timelock.DEFAULT_ADMIN_ROLE(), address(this)), "nor is it the admin");

        bytes memory nothing = "";
        vm.prank(operators[0]);
        timelock.schedule(stranger, 0, nothing, 0, 0, 2 days);
        bytes32 id = timelock.hashOperation(stranger, 0, nothing, 0, 0);
        expectUnauthorized(operators[0], roles[2]);
        vm.prank(operators[0]);
        timelock.cancel(id);
        vm.prank(operators[2]);
        timelock.cancel(id);
        vm.assertTrue(!timelock.isOperation(id), "cancelled");
    }

    function test_title2_nobodyHoldsAnyOtherRoleOfTheTimelock() public {
        vm.recordLogs();
        AdminTimelock timelock = new AdminTimelock(2 days, vm.addr(0xF001), vm.addr(0xF002), vm.addr(0xF003));
        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 granted;
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].topics[0] == keccak256("RoleGranted(bytes32,address,address)")) ++granted;
        }
        // Its own as admin; proposer and canceller at once, of which the second is taken back; executor; canceller.
        vm.assertEq(granted, 5, "grants");
        vm.assertTrue(timelock.hasRole(timelock.DEFAULT_ADMIN_ROLE(), address(timelock)), "it is its own admin");
    }

    function test_title2_theTimelockRefusesAnAbsentOrSharedOperator() public {
        address[3] memory wanted = [vm.addr(0xF001), vm.addr(0xF002), vm.addr(0xF003)];
        for (uint256 i; i < 3; ++i) {
            address[3] memory absent = [wanted[0], wanted[1], wanted[2]];
            absent[i] = address(0);
            timelockRefuses(absent);
            address[3] memory shared = [wanted[0], wanted[1], wanted[2]];
            shared[i] = wanted[(i + 1) % 3];
            timelockRefuses(shared);
        }
    }

    function timelockRefuses(address[3] memory given) internal {
        vm.expectRevert(
            abi.encodeWithSelector(AdminTimelock.OperatorsNotDistinct.selector, given[0], given[1], given[2])
        );
        new AdminTimelock(2 days, given[0], given[1], given[2]);
    }

    function test_takesNoNativeMoney() public {
        (bool plain,) = address(escrow).call{value: 1}("");
        vm.assertTrue(!plain, "no receive");
        (bool withData,) = address(escrow).call{value: 1}(abi.encodeCall(escrow.collect, (client)));
        vm.assertTrue(!withData, "nothing payable");
        (bool unknown,) = address(escrow).call(hex"deadbeef");
        vm.assertTrue(!unknown, "no fallback");
    }

    function registryRefuses(RegistryConfig memory wanted, bytes32 name) internal {
        vm.expectRevert(abi.encodeWithSelector(InvalidConfig.selector, name));
        new AgentRegistry(wanted);
    }

    function refuses(Config memory wanted, bytes32 name) internal {
        vm.expectRevert(abi.encodeWithSelector(InvalidConfig.selector, name));
        deployed(wanted);
    }
}
