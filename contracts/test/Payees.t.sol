// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AgentRegistry} from "../src/AgentRegistry.sol";
import {BlocklistToken} from "./HostileTokens.sol";
import {Fixture} from "./Fixture.sol";

/// @dev Where earnings go: by the agent's key and the registrar together, after a delay, never elsewhere.
contract PayeesTest is Fixture {
    function makeToken() internal override returns (address) {
        return address(new BlocklistToken());
    }

    // What is paid.

    function test_rewardAndFeesGoToThePayeesAndNothingToTheAgents() public {
        choose(workers[0]);
        choose(verifiers[0]);
        uint256 id = seated();
        attest(id, 1, 0, true);
        attest(id, 1, 1, true);

        assertState(id, State.SETTLED);
        vm.assertEq(balance(payeeOf(workers[0])), REWARD, "reward");
        vm.assertEq(balance(payeeOf(verifiers[0])), FEE, "fee");
        vm.assertEq(balance(verifiers[1].agent), FEE, "fee of one without a payee");
        vm.assertEq(balance(workers[0].agent) + balance(verifiers[0].agent), 0, "nothing for the agents");
        vm.assertEq(balance(client), 1_000_000_000 - REWARD - 2 * FEE, "the rest is the client's");
    }

    function test_theShareOfAnUndecidedResultGoesToThePayee() public {
        choose(workers[0]);
        uint256 id = submitted();
        vm.warp(escrow.job(id).seatBy + 1);

        expectEvent();
        emit JobLapsed(id, 1, workers[0].agent, RefundCause.UNSEATED, REWARD / 2, BUDGET - REWARD / 2, payeeOf(workers[0]));
        escrow.claimRefund(id);
        vm.assertEq(balance(payeeOf(workers[0])), REWARD / 2, "share");
    }

    function test_eventsAndViewsNameThePayee() public {
        choose(workers[0]);
        choose(verifiers[1]);
        uint256 id = created();
        expectEvent();
        address payee = payeeOf(workers[0]);
        emit JobAssigned(id, 1, workers[0].agent, workers[0].ownerId, uint64(block.timestamp) + 2 hours, link(id, 0), payee);
        assign(id, workers[0]);
        vm.assertEq(escrow.job(id).payee, payee, "of the job");
        submit(id, workers[0]);
        seat(id, 1);
        vm.assertEq(escrow.candidates(id, 1)[1].payee, payeeOf(verifiers[1]), "of a candidate");
        vm.assertEq(escrow.candidates(id, 1)[0].payee, verifiers[0].agent, "of one without");

        attest(id, 1, 0, true);
        (Verdict[] memory verdicts, bytes[] memory signatures) = batch(1);
        verdicts[0] = verdict(id, 1, verifiers[1], true);
        signatures[0] = signVerdict(verdicts[0], verifiers[1].secret);
        expectEvent();
        emit VerdictRecorded(id, 1, verifiers[1].agent, 1, true, EVIDENCE, FEE, payeeOf(verifiers[1]));
        expectEvent();
        emit JobSettled(id, 1, workers[0].agent, REWARD, BUDGET - REWARD - 2 * FEE, payee);
        escrow.attest(id, 1, verdicts, signatures);
    }

    function test_aPayeeThatIsBlockedIsOwedItsMoneyAndDelaysNobody() public {
        choose(workers[0]);
        BlocklistToken(money).setBlocked(payeeOf(workers[0]), true);
        uint256 id = seated();
        attest(id, 1, 0, true);
        attest(id, 1, 1, true);

        assertState(id, State.SETTLED);
        vm.assertEq(escrow.owed(payeeOf(workers[0])), REWARD, "owed to the payee");
        BlocklistToken(money).setBlocked(payeeOf(workers[0]), false);
        escrow.collect(payeeOf(workers[0]));
        vm.assertEq(balance(payeeOf(workers[0])), REWARD, "collected");
    }

    // When it counts.

    function test_workKeepsThePayeeItWasGivenWith() public {
        request(workers[0], payeeOf(workers[0]));
        request(verifiers[0], payeeOf(verifiers[0]));
        request(verifiers[3], payeeOf(verifiers[3]));
        uint256 id = assigned();
        vm.warp(block.timestamp + 1 hours);
        submit(id, workers[0]);
        seat(id, 1);
        vm.warp(START + PAYEE_DELAY);
        registry.applyPayee(workers[0].agent);
        registry.applyPayee(verifiers[0].agent);
        registry.applyPayee(verifiers[3].agent);
        addAlternate(id, 2, verifiers[3]);

        attest(id, 1, 0, true);
        attest(id, 1, 3, true);
        vm.assertEq(balance(workers[0].agent), REWARD, "assigned before");
        vm.assertEq(balance(verifiers[0].agent), FEE, "seated before");
        vm.assertEq(balance(payeeOf(verifiers[3])), FEE, "named after");
    }

    function test_theNextAttemptHasThePayeeOfItsAssignment() public {
        uint256 id = assigned();
        choose(workers[0]);
        vm.prank(workers[0].agent);
        escrow.release(id, 1, "");
        assign(id, workers[0]);
        vm.assertEq(escrow.job(id).payee, payeeOf(workers[0]), "of the second attempt");
    }

    function test_aRequestTakesEffectAfterTheDelayAndNotBefore() public {
        expectRegistryEvent();
        emit PayeeRequested(workers[0].agent, payeeOf(workers[0]), START + PAYEE_DELAY);
        request(workers[0], payeeOf(workers[0]));
        vm.assertEq(registry.payeeRequestOf(workers[0].agent).payee, payeeOf(workers[0]), "waits");

        vm.warp(START + PAYEE_DELAY - 1);
        bytes4 early = PayeeNotDue.selector;
        vm.expectRevert(abi.encodeWithSelector(early, workers[0].agent, START + PAYEE_DELAY, block.timestamp));
        registry.applyPayee(workers[0].agent);
        vm.assertEq(registry.agentOf(workers[0].agent).payee, workers[0].agent, "still itself");

        vm.warp(START + PAYEE_DELAY);
        expectRegistryEvent();
        emit PayeeChanged(workers[0].agent, payeeOf(workers[0]));
        vm.prank(stranger);
        registry.applyPayee(workers[0].agent);
        vm.assertEq(registry.agentOf(workers[0].agent).payee, payeeOf(workers[0]), "in effect");

        PayeeRequest memory left = registry.payeeRequestOf(workers[0].agent);
        vm.assertEq(left.payee, address(0), "nothing waits");
        vm.assertEq(left.from, 0, "nor has a time");
        expectNothingWaits(workers[0]);
        registry.applyPayee(workers[0].agent);
    }

    function test_aLaterRequestReplacesTheFirstAndWaitsItsOwnTime() public {
        request(workers[0], payeeOf(workers[0]));
        vm.warp(START + PAYEE_DELAY - 1);
        request(workers[0], payeeOf(workers[1]));
        vm.warp(START + PAYEE_DELAY);
        vm.expectPartialRevert(PayeeNotDue.selector);
        registry.applyPayee(workers[0].agent);
        vm.warp(START + 2 * PAYEE_DELAY - 1);
        registry.applyPayee(workers[0].agent);
        vm.assertEq(registry.agentOf(workers[0].agent).payee, payeeOf(workers[1]), "the second");
    }

    function test_theAgentsOwnAddressUndoesAPayee() public {
        choose(workers[0]);
        request(workers[0], workers[0].agent);
        vm.warp(block.timestamp + PAYEE_DELAY);
        registry.applyPayee(workers[0].agent);
        vm.assertEq(registry.agentOf(workers[0].agent).payee, workers[0].agent, "itself again");
    }

    function test_whileOnePayeeWaitsTheOneBeforeIsPaid() public {
        choose(workers[0]);
        request(workers[0], payeeOf(workers[1]));
        uint256 id = assigned();
        vm.assertEq(escrow.job(id).payee, payeeOf(workers[0]), "the one in effect");
    }

    // Who may.

    function test_onlyTheRegistrarRequests() public {
        bytes32 role = registry.REGISTRAR_ROLE();
        bytes memory signature = signPayee(workers[0], stranger);
        address[5] memory others = [client, stranger, guardian, admin, workers[0].agent];
        for (uint256 i; i < others.length; ++i) {
            expectUnauthorized(others[i], role);
            vm.prank(others[i]);
            registry.requestPayee(workers[0].agent, stranger, signature);
        }
    }

    function test_theRegistrarAloneMovesNothing() public {
        bytes memory signature = signOther(workers[0], workers[1].secret, stranger);
        vm.expectRevert(abi.encodeWithSelector(NotSignedByKey.selector, workers[0].key, workers[1].key));
        requestWith(workers[0], stranger, signature);
        vm.expectPartialRevert(NotSignedByKey.selector);
        requestWith(workers[0], stranger, "");
    }

    function test_aSignatureIsForOneAgentPayeeRequestRegistryAndChain() public {
        bytes memory signature = signPayee(workers[0], payeeOf(workers[0]));
        vm.expectPartialRevert(NotSignedByKey.selector);
        requestWith(workers[1], payeeOf(workers[0]), signature);
        vm.expectPartialRevert(NotSignedByKey.selector);
        requestWith(workers[0], stranger, signature);

        AgentRegistry second = new AgentRegistry(registryConfig());
        vm.prank(registrar);
        second.registerAgent(workers[0].agent, workers[0].ownerId, Role.WORKER, workers[0].key);
        vm.expectPartialRevert(NotSignedByKey.selector);
        vm.prank(registrar);
        second.requestPayee(workers[0].agent, payeeOf(workers[0]), signature);

        uint256 chain = block.chainid;
        vm.chainId(chain + 1);
        vm.expectPartialRevert(NotSignedByKey.selector);
        requestWith(workers[0], payeeOf(workers[0]), signature);
        vm.chainId(chain);

        requestWith(workers[0], payeeOf(workers[0]), signature);
        vm.expectPartialRevert(NotSignedByKey.selector);
        requestWith(workers[0], payeeOf(workers[0]), signature);
    }

    function test_aRequestThatWasCancelledOrAppliedCannotBeMadeAgain() public {
        bytes memory signature = signPayee(workers[0], payeeOf(workers[0]));
        requestWith(workers[0], payeeOf(workers[0]), signature);
        registry.cancelPayee(workers[0].agent, signPayeeCancellation(workers[0], payeeOf(workers[0])));
        vm.expectPartialRevert(NotSignedByKey.selector);
        requestWith(workers[0], payeeOf(workers[0]), signature);

        // What was signed while a request waited is void once that request has ended, either way.
        request(workers[0], payeeOf(workers[0]));
        bytes memory stale = signPayee(workers[0], payeeOf(workers[1]));
        registry.cancelPayee(workers[0].agent, signPayeeCancellation(workers[0], payeeOf(workers[0])));
        vm.expectPartialRevert(NotSignedByKey.selector);
        requestWith(workers[0], payeeOf(workers[1]), stale);

        request(workers[0], payeeOf(workers[0]));
        stale = signPayee(workers[0], payeeOf(workers[1]));
        vm.warp(block.timestamp + PAYEE_DELAY);
        registry.applyPayee(workers[0].agent);
        vm.expectPartialRevert(NotSignedByKey.selector);
        requestWith(workers[0], payeeOf(workers[1]), stale);
    }

    function test_anyoneBringsTheKeysCancellationWhileARequestWaits() public {
        expectNothingWaits(workers[0]);
        registry.cancelPayee(workers[0].agent, "");

        request(workers[0], payeeOf(workers[0]));
        bytes memory signature = signPayee(workers[0], payeeOf(workers[0]));
        vm.expectPartialRevert(NotSignedByKey.selector);
        registry.cancelPayee(workers[0].agent, signature);
        signature = signPayeeCancellation(workers[0], payeeOf(workers[0]));
        vm.warp(START + 2 * PAYEE_DELAY);
        expectRegistryEvent();
        emit PayeeCancelled(workers[0].agent, payeeOf(workers[0]));
        vm.prank(stranger);
        registry.cancelPayee(workers[0].agent, signature);

        expectNothingWaits(workers[0]);
        registry.applyPayee(workers[0].agent);
        request(workers[0], payeeOf(workers[0]));
        vm.expectPartialRevert(NotSignedByKey.selector);
        registry.cancelPayee(workers[0].agent, signature);
    }

    function test_unknownAgentsHaveNoPayee() public {
        vm.expectRevert(abi.encodeWithSelector(UnknownAgent.selector, stranger));
        vm.prank(registrar);
        registry.requestPayee(stranger, client, "");
        vm.expectRevert(abi.encodeWithSelector(UnknownAgent.selector, stranger));
        registry.cancelPayee(stranger, "");
        expectNothingWaits(Person(stranger, stranger, 0, 0));
        registry.applyPayee(stranger);
    }

    // Stolen keys.

    function test_aStolenKeyAsksForNothingAndItsRequestIsDropped() public {
        request(workers[0], stranger);
        expectRegistryEvent();
        emit PayeeCancelled(workers[0].agent, stranger);
        compromise(workers[0]);
        vm.warp(START + PAYEE_DELAY);
        expectNothingWaits(workers[0]);
        registry.applyPayee(workers[0].agent);

        bytes memory signature = signPayee(workers[0], stranger);
        vm.expectRevert(abi.encodeWithSelector(KeyIsCompromised.selector, workers[0].key));
        requestWith(workers[0], stranger, signature);
    }

    function test_aStolenKeyThatAskedForNothingLeavesNoTrace() public {
        vm.recordLogs();
        compromise(workers[0]);
        vm.assertEq(vm.getRecordedLogs().length, 1, "the key's own event alone");
        vm.assertEq(registry.payeeRequestOf(workers[0].agent).nonce, 0, "nonce");
    }

    function test_aStolenKeyDoesNotCancel() public {
        request(workers[0], payeeOf(workers[0]));
        bytes memory signature = signPayeeCancellation(workers[0], payeeOf(workers[0]));
        vm.prank(registrar);
        registry.rotateKey(workers[0].agent, vm.addr(0xF00D));
        vm.expectPartialRevert(NotSignedByKey.selector);
        registry.cancelPayee(workers[0].agent, signature);

        compromise(Person(workers[0].agent, vm.addr(0xF00D), 0xF00D, 0));
        expectNothingWaits(workers[0]);
        registry.cancelPayee(workers[0].agent, signature);
    }

    function test_aPayeeInEffectOutlivesTheKeyThatAskedForIt() public {
        choose(workers[0]);
        compromise(workers[0]);
        vm.assertEq(registry.agentOf(workers[0].agent).payee, payeeOf(workers[0]), "stays");
    }

    // Where never.

    function test_nobodyAndTheRegistryAreNoPayees() public {
        address[2] memory refused = [address(0), address(registry)];
        for (uint256 i; i < refused.length; ++i) {
            bytes memory signature = signPayee(workers[0], refused[i]);
            vm.expectRevert(abi.encodeWithSelector(InvalidPayee.selector, refused[i]));
            requestWith(workers[0], refused[i], signature);
        }
    }

    function test_walletsAndAgentsOfOtherOwnersAreNoPayees() public {
        bytes memory signature = signPayee(workers[0], client);
        vm.expectRevert(abi.encodeWithSelector(OwnerConflict.selector, client, clientOwner));
        requestWith(workers[0], client, signature);
        signature = signPayee(workers[0], workers[1].agent);
        vm.expectRevert(abi.encodeWithSelector(OwnerConflict.selector, workers[1].agent, workers[1].ownerId));
        requestWith(workers[0], workers[1].agent, signature);

        // One's own are.
        vm.prank(registrar);
        registry.registerOwner(stranger, workers[0].ownerId);
        request(workers[0], stranger);
    }

    function test_aWalletThatBecameAnotherOwnersMeanwhileDoesNotTakeEffect() public {
        request(workers[0], stranger);
        vm.prank(registrar);
        registry.registerOwner(stranger, clientOwner);
        vm.warp(START + PAYEE_DELAY);
        vm.expectRevert(abi.encodeWithSelector(OwnerConflict.selector, stranger, clientOwner));
        registry.applyPayee(workers[0].agent);
        registry.cancelPayee(workers[0].agent, signPayeeCancellation(workers[0], stranger));
    }

    function test_escrowTokenAndTheJobsClientArePassedOverForTheAgent() public {
        address later = vm.addr(0xDEAD);
        address[3] memory passedOver = [address(escrow), money, later];
        for (uint256 i; i < passedOver.length; ++i) {
            request(workers[i], passedOver[i]);
            request(verifiers[i], passedOver[i]);
        }
        vm.warp(START + PAYEE_DELAY);
        for (uint256 i; i < passedOver.length; ++i) {
            registry.applyPayee(workers[i].agent);
            registry.applyPayee(verifiers[i].agent);
        }
        vm.prank(registrar);
        registry.registerOwner(later, clientOwner);
        BlocklistToken(money).mint(later, 1_000_000_000);
        vm.prank(later);
        BlocklistToken(money).approve(address(escrow), type(uint256).max);
        for (uint256 i; i < passedOver.length; ++i) {
            Terms memory wanted = terms();
            wanted.ref = keccak256(abi.encode(i));
            vm.prank(later);
            uint256 id = escrow.createJob(wanted);
            assign(id, workers[i]);
            vm.assertEq(escrow.job(id).payee, workers[i].agent, "worker itself");
            submit(id, workers[i]);
            seat(id, 1);
            vm.assertEq(escrow.candidates(id, 1)[i].payee, verifiers[i].agent, "verifier itself");
        }
    }

    function test_theDelayIsWhatItWasDeployedWith() public view {
        vm.assertEq(registry.PAYEE_DELAY(), PAYEE_DELAY, "delay");
    }

    function choose(Person memory paid) private {
        request(paid, payeeOf(paid));
        vm.warp(block.timestamp + PAYEE_DELAY);
        registry.applyPayee(paid.agent);
    }

    function request(Person memory paid, address payee) private {
        requestWith(paid, payee, signPayee(paid, payee));
    }

    function requestWith(Person memory paid, address payee, bytes memory signature) private {
        vm.prank(registrar);
        registry.requestPayee(paid.agent, payee, signature);
    }

    function signOther(Person memory paid, uint256 secret, address payee) private view returns (bytes memory) {
        return signPayee(Person(paid.agent, paid.key, secret, paid.ownerId), payee);
    }

    function expectNothingWaits(Person memory paid) private {
        vm.expectRevert(abi.encodeWithSelector(NoPayeeRequested.selector, paid.agent));
    }
}
