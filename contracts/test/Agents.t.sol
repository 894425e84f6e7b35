// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fixture} from "./Fixture.sol";

/// @dev Titles 2 (owner and role immutable, keys never reused, delay), 3 (client's owner) and 11 (revocation).
contract AgentsTest is Fixture {
    address internal newcomer = vm.addr(0xE001);
    bytes32 internal ownerId = keccak256("newcomer's owner");

    // registerOwner

    function test_title2_onlyTheRegistrarRegistersOwnersAndAgents() public {
        bytes32 role = registry.REGISTRAR_ROLE();
        address[5] memory others = [client, stranger, dispatcher, guardian, admin];
        for (uint256 i; i < others.length; ++i) {
            expectUnauthorized(others[i], role);
            vm.prank(others[i]);
            registry.registerOwner(newcomer, ownerId);
            expectUnauthorized(others[i], role);
            vm.prank(others[i]);
            registry.registerAgent(newcomer, ownerId, Role.WORKER, vm.addr(1));
            expectUnauthorized(others[i], role);
            vm.prank(others[i]);
            registry.rotateKey(workers[0].agent, vm.addr(1));
        }
    }

    function test_registerOwnerRevertsForZeroes() public {
        vm.expectRevert(abi.encodeWithSelector(ZeroValue.selector, bytes32("wallet")));
        registerOwner(address(0), ownerId);
        vm.expectRevert(abi.encodeWithSelector(ZeroValue.selector, bytes32("ownerId")));
        registerOwner(newcomer, 0);
    }

    function test_title3_anOwnerIsSetOnceAndForEver() public {
        expectRegistryEvent();
        emit OwnerRegistered(newcomer, ownerId);
        registerOwner(newcomer, ownerId);
        vm.assertEq(registry.ownerOf(newcomer), ownerId, "owner");

        vm.expectRevert(abi.encodeWithSelector(OwnerAlreadyRegistered.selector, newcomer, ownerId));
        registerOwner(newcomer, keccak256("somebody else"));
    }

    function test_title3_aWalletIsNeverOfAnotherOwnerThanTheAgentAtItsAddress() public {
        vm.expectRevert(abi.encodeWithSelector(OwnerConflict.selector, workers[0].agent, workers[0].ownerId));
        registerOwner(workers[0].agent, ownerId);
        registerOwner(workers[0].agent, workers[0].ownerId);

        registerOwner(newcomer, ownerId);
        vm.expectRevert(abi.encodeWithSelector(OwnerConflict.selector, newcomer, ownerId));
        registerAgent(newcomer, keccak256("another owner"), Role.WORKER, vm.addr(1));
        registerAgent(newcomer, ownerId, Role.WORKER, vm.addr(1));
    }

    // registerAgent

    function test_registerAgentRevertsForZeroes() public {
        vm.expectRevert(abi.encodeWithSelector(InvalidAgent.selector, address(0)));
        registerAgent(address(0), ownerId, Role.WORKER, vm.addr(1));
        vm.expectRevert(abi.encodeWithSelector(InvalidAgent.selector, address(registry)));
        registerAgent(address(registry), ownerId, Role.WORKER, vm.addr(1));
        vm.expectRevert(abi.encodeWithSelector(ZeroValue.selector, bytes32("ownerId")));
        registerAgent(newcomer, 0, Role.WORKER, vm.addr(1));
        vm.expectRevert(abi.encodeWithSelector(ZeroValue.selector, bytes32("key")));
        registerAgent(newcomer, ownerId, Role.WORKER, address(0));
        vm.expectRevert(abi.encodeWithSelector(InvalidRole.selector, Role.NONE));
        registerAgent(newcomer, ownerId, Role.NONE, vm.addr(1));
    }

    function test_title2_ownerAndRoleAreImmutable() public {
        vm.expectRevert(abi.encodeWithSelector(AgentAlreadyRegistered.selector, workers[0].agent));
        registerAgent(workers[0].agent, ownerId, Role.WORKER, vm.addr(1));

        vm.prank(registrar);
        registry.revokeAgent(workers[0].agent);
        vm.expectRevert(abi.encodeWithSelector(AgentAlreadyRegistered.selector, workers[0].agent));
        registerAgent(workers[0].agent, workers[0].ownerId, Role.VERIFIER, vm.addr(1));
    }

    function test_title2_aKeyIsUniqueForEver() public {
        address first = workers[0].key;
        vm.expectRevert(abi.encodeWithSelector(KeyAlreadySeen.selector, first));
        registerAgent(newcomer, ownerId, Role.WORKER, first);

        rotate(workers[0].agent, vm.addr(1));
        vm.expectRevert(abi.encodeWithSelector(KeyAlreadySeen.selector, first));
        registerAgent(newcomer, ownerId, Role.WORKER, first);
        vm.expectRevert(abi.encodeWithSelector(KeyAlreadySeen.selector, first));
        rotate(workers[0].agent, first);
        vm.assertEq(registry.agentOfKey(first), workers[0].agent, "the key stays its first agent's");
    }

    function test_aKeyThatWasCalledStolenIsNeverAccepted() public {
        vm.prank(guardian);
        registry.markCompromised(vm.addr(1));
        vm.expectRevert(abi.encodeWithSelector(KeyAlreadySeen.selector, vm.addr(1)));
        registerAgent(newcomer, ownerId, Role.WORKER, vm.addr(1));
    }

    function test_anAgentWithACompromisedKeyGetsNoWorkUntilItHasAnotherKey() public {
        uint256 id = created();
        compromise(workers[0]);
        vm.expectRevert(abi.encodeWithSelector(KeyIsCompromised.selector, workers[0].key));
        assign(id, workers[0]);

        rotate(workers[0].agent, vm.addr(1));
        assign(id, workers[0]);
        vm.assertEq(escrow.job(id).key, vm.addr(1), "key");
    }

    function test_aWorkerIsActiveAtOnceAndAVerifierAfterTheDelay() public {
        expectRegistryEvent();
        emit AgentRegistered(newcomer, ownerId, Role.WORKER, vm.addr(1), START);
        registerAgent(newcomer, ownerId, Role.WORKER, vm.addr(1));

        address judge = vm.addr(0xE002);
        expectRegistryEvent();
        emit AgentRegistered(judge, ownerId, Role.VERIFIER, vm.addr(2), START + ACTIVATION_DELAY);
        registerAgent(judge, ownerId, Role.VERIFIER, vm.addr(2));

        Agent memory known = registry.agentOf(judge);
        vm.assertEq(known.ownerId, ownerId, "owner");
        vm.assertEq(known.key, vm.addr(2), "key");
        vm.assertEq(known.activeFrom, START + ACTIVATION_DELAY, "activeFrom");
        vm.assertEq(uint256(known.role), uint256(Role.VERIFIER), "role");
        vm.assertTrue(known.active, "active");
    }

    // rotateKey

    function test_rotateRevertsForAnUnknownAgentOrZeroKey() public {
        vm.expectRevert(abi.encodeWithSelector(UnknownAgent.selector, newcomer));
        rotate(newcomer, vm.addr(1));
        vm.expectRevert(abi.encodeWithSelector(ZeroValue.selector, bytes32("key")));
        rotate(workers[0].agent, address(0));
    }

    function test_title2_aVerifierAgesAgainWithANewKeyAndAWorkerDoesNot() public {
        vm.warp(START + 5);
        expectRegistryEvent();
        emit KeyRotated(verifiers[0].agent, verifiers[0].key, vm.addr(1), START + 5 + ACTIVATION_DELAY);
        rotate(verifiers[0].agent, vm.addr(1));
        vm.assertEq(registry.agentOf(verifiers[0].agent).key, vm.addr(1), "key");

        uint64 since = START - ACTIVATION_DELAY;
        expectRegistryEvent();
        emit KeyRotated(workers[0].agent, workers[0].key, vm.addr(2), since);
        rotate(workers[0].agent, vm.addr(2));
        vm.assertEq(registry.agentOf(workers[0].agent).activeFrom, since, "activeFrom");
    }

    // revokeAgent

    function test_revokeRevertsForAnybodyButRegistrarAndGuardian() public {
        bytes32 role = registry.REGISTRAR_ROLE();
        address[4] memory others = [client, stranger, dispatcher, admin];
        for (uint256 i; i < others.length; ++i) {
            expectUnauthorized(others[i], role);
            vm.prank(others[i]);
            registry.revokeAgent(workers[0].agent);
        }
    }

    function test_revokeRevertsForAnUnknownAgent() public {
        vm.expectRevert(abi.encodeWithSelector(UnknownAgent.selector, newcomer));
        vm.prank(guardian);
        registry.revokeAgent(newcomer);
    }

    function test_registrarAndGuardianRevoke() public {
        expectRegistryEvent();
        emit AgentRevoked(workers[0].agent, registrar, START + REVOCATION_DELAY);
        vm.prank(registrar);
        registry.revokeAgent(workers[0].agent);
        vm.assertTrue(registry.agentOf(workers[0].agent).active, "not yet");
        vm.assertEq(registry.agentOf(workers[0].agent).revokedFrom, START + REVOCATION_DELAY, "revokedFrom");

        expectRegistryEvent();
        emit AgentRevoked(workers[1].agent, guardian, START);
        vm.prank(guardian);
        registry.revokeAgent(workers[1].agent);
        vm.assertTrue(!registry.agentOf(workers[1].agent).active, "at once");
    }

    function test_theRegistrarsRevocationTakesEffectAfterItsDelayToTheSecond() public {
        uint256 id = created();
        vm.prank(registrar);
        registry.revokeAgent(workers[0].agent);
        vm.warp(START + REVOCATION_DELAY - 1);
        vm.assertTrue(registry.agentOf(workers[0].agent).active, "the second before");
        uint256 snapshot = vm.snapshotState();
        assign(id, workers[0]);
        vm.revertToStateAndDelete(snapshot);

        vm.warp(START + REVOCATION_DELAY);
        vm.assertTrue(!registry.agentOf(workers[0].agent).active, "from then on");
        vm.expectRevert(abi.encodeWithSelector(AgentNotActive.selector, workers[0].agent));
        assign(id, workers[0]);
    }

    /// @dev A thief of the registrar's key revokes everybody: a day remains in which the submitted job is seated.
    function test_aStolenRegistrarKeyMakesNoSubmittedJobUnseatable() public {
        uint256 id = submitted();
        for (uint256 i; i < verifiers.length; ++i) {
            vm.prank(registrar);
            registry.revokeAgent(verifiers[i].agent);
        }
        vm.warp(START + SEAT_WINDOW);
        seat(id, 1);
        attest(id, 1, 0, true);
        attest(id, 1, 1, true);
        assertState(id, State.SETTLED);
    }

    function test_theGuardianConfirmsARevocationAtOnce() public {
        vm.prank(registrar);
        registry.revokeAgent(workers[0].agent);
        vm.warp(START + 1 hours);
        vm.prank(guardian);
        registry.revokeAgent(workers[0].agent);
        vm.assertTrue(!registry.agentOf(workers[0].agent).active, "confirmed");
        vm.assertEq(registry.agentOf(workers[0].agent).revokedFrom, START + 1 hours, "revokedFrom");
    }

    function test_noRevocationIsPutOff() public {
        vm.prank(registrar);
        registry.revokeAgent(workers[0].agent);
        vm.warp(START + 1);
        vm.recordLogs();
        vm.prank(registrar);
        registry.revokeAgent(workers[0].agent);
        vm.warp(START + REVOCATION_DELAY);
        vm.prank(guardian);
        registry.revokeAgent(workers[0].agent);
        vm.assertEq(registry.agentOf(workers[0].agent).revokedFrom, START + REVOCATION_DELAY, "revokedFrom");
        vm.assertEq(vm.getRecordedLogs().length, 0, "nothing happened");
    }

    function test_theAdminUndoesEitherRevocation() public {
        vm.prank(registrar);
        registry.revokeAgent(workers[0].agent);
        vm.prank(guardian);
        registry.revokeAgent(workers[1].agent);
        vm.warp(START + REVOCATION_DELAY);
        for (uint256 i; i < 2; ++i) {
            vm.assertTrue(!registry.agentOf(workers[i].agent).active, "revoked");
            expectRegistryEvent();
            emit AgentReinstated(workers[i].agent);
            vm.prank(admin);
            registry.reinstateAgent(workers[i].agent);
            vm.assertTrue(registry.agentOf(workers[i].agent).active, "active again");
        }
        assign(created(), workers[0]);
    }

    function test_onlyTheAdminReinstatesAndOnlyWhoWasRevoked() public {
        vm.prank(guardian);
        registry.revokeAgent(workers[0].agent);
        bytes32 role = registry.DEFAULT_ADMIN_ROLE();
        address[5] memory others = [client, stranger, dispatcher, registrar, guardian];
        for (uint256 i; i < others.length; ++i) {
            expectUnauthorized(others[i], role);
            vm.prank(others[i]);
            registry.reinstateAgent(workers[0].agent);
        }
        vm.expectRevert(abi.encodeWithSelector(AgentNotRevoked.selector, workers[1].agent));
        vm.prank(admin);
        registry.reinstateAgent(workers[1].agent);
        vm.expectRevert(abi.encodeWithSelector(UnknownAgent.selector, newcomer));
        vm.prank(admin);
        registry.reinstateAgent(newcomer);
    }

    function test_anUnknownAgentIsNotActive() public view {
        vm.assertTrue(!registry.agentOf(newcomer).active, "active");
    }

    function test_title2_theGuardianStopsAPlantedVerifierWithinItsDelay() public {
        registerAgent(newcomer, ownerId, Role.VERIFIER, vm.addr(1));
        vm.warp(START + ACTIVATION_DELAY - 1);
        vm.prank(guardian);
        registry.revokeAgent(newcomer);

        vm.warp(START + ACTIVATION_DELAY);
        uint256 id = submitted();
        address[] memory agents = panel(0, 3);
        agents[0] = newcomer;
        vm.expectRevert(abi.encodeWithSelector(AgentNotActive.selector, newcomer));
        vm.prank(dispatcher);
        escrow.seat(id, 1, agents, link(id, 1), DRAW);
    }

    // verifiers

    function test_listsVerifiersAsTheyWereRegistered() public {
        registerAgent(newcomer, ownerId, Role.VERIFIER, vm.addr(1));
        vm.warp(START + 1);
        registerAgent(vm.addr(5), ownerId, Role.WORKER, vm.addr(2));
        vm.prank(registrar);
        registry.rotateKey(newcomer, vm.addr(3));
        vm.prank(guardian);
        registry.revokeAgent(verifiers[0].agent);

        vm.assertEq(registry.verifierCount(), 11, "no worker is counted, and none that was revoked left out");
        Verifier[] memory all = registry.verifiers(0, 100);
        vm.assertEq(all.length, 11, "as many as there are");
        vm.assertEq(all[0].agent, verifiers[0].agent, "the first");
        vm.assertEq(all[0].ownerId, verifiers[0].ownerId, "its owner");
        vm.assertEq(all[0].activeFrom, START, "its time");
        vm.assertEq(all[10].agent, newcomer, "the last");
        vm.assertEq(all[10].activeFrom, START + ACTIVATION_DELAY, "the time of its first key");
    }

    function test_listsAnyPartOfTheVerifiers() public view {
        Verifier[] memory part = registry.verifiers(8, 5);
        vm.assertEq(part.length, 2, "the rest");
        vm.assertEq(part[0].agent, verifiers[8].agent, "from the place on");
        vm.assertEq(registry.verifiers(2, 3).length, 3, "in the middle");
        vm.assertEq(registry.verifiers(10, 1).length, 0, "behind the end");
        vm.assertEq(registry.verifiers(type(uint256).max, type(uint256).max).length, 0, "far behind it");
    }

    // markCompromised

    function test_onlyTheGuardianMarksKeys() public {
        bytes32 role = registry.GUARDIAN_ROLE();
        address[5] memory others = [client, stranger, dispatcher, registrar, admin];
        for (uint256 i; i < others.length; ++i) {
            expectUnauthorized(others[i], role);
            vm.prank(others[i]);
            registry.markCompromised(workers[0].key);
        }

        expectRegistryEvent();
        emit KeyCompromised(workers[0].key);
        vm.prank(guardian);
        registry.markCompromised(workers[0].key);
        vm.assertTrue(registry.isCompromised(workers[0].key), "compromised");
    }

    function registerOwner(address wallet, bytes32 owner) internal {
        vm.prank(registrar);
        registry.registerOwner(wallet, owner);
    }

    function registerAgent(address agent, bytes32 owner, Role role, address key) internal {
        vm.prank(registrar);
        registry.registerAgent(agent, owner, role, key);
    }

    function rotate(address agent, address key) internal {
        vm.prank(registrar);
        registry.rotateKey(agent, key);
    }
}
