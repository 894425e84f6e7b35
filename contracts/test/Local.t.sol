// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SmartAccount} from "../src/local/SmartAccount.sol";
import {SmartAccountFactory} from "../src/local/SmartAccountFactory.sol";
import {TestStablecoin} from "../src/local/TestStablecoin.sol";
import {Base} from "./Base.sol";

/// @dev The local chain's money and accounts.
contract LocalTest is Base {
    address internal constant ENTRY_POINT = 0x0000000071727De22E5E9d8BAf0edAc6f37da032;
    bytes32 internal constant SALT = bytes32(uint256(1));
    uint256 internal constant SECRET = 0xA11CE;

    TestStablecoin internal token = new TestStablecoin(address(this));
    SmartAccountFactory internal factory = new SmartAccountFactory();
    SmartAccount internal account = SmartAccount(payable(factory.createAccount(vm.addr(SECRET), SALT)));

    function test_testMoneyLooksLikeTheRealToken() public view {
        vm.assertEq(token.decimals(), 6, "decimals");
        vm.assertEq(keccak256(bytes(token.symbol())), keccak256("USDC"), "symbol");
        vm.assertEq(keccak256(bytes(token.name())), keccak256("Test USD Coin"), "name");
    }

    function test_onlyTheMinterMakesMoney() public {
        address other = vm.addr(7);
        vm.expectRevert(abi.encodeWithSelector(TestStablecoin.NotMinter.selector, other));
        vm.prank(other);
        token.mint(other, 1);

        token.mint(other, 5);
        vm.assertEq(token.balanceOf(other), 5, "balance");
    }

    function test_anAccountsAddressIsKnownBeforeItExists() public {
        address owner = vm.addr(8);
        address expected = factory.getAddress(owner, SALT);
        vm.assertEq(expected.code.length, 0, "not yet");
        vm.assertEq(factory.createAccount(owner, SALT), expected, "created");
        vm.assertTrue(expected.code.length > 0, "code");
        vm.assertEq(factory.createAccount(owner, SALT), expected, "a second call is harmless");
        vm.assertEq(SmartAccount(payable(expected)).owner(), owner, "owner");
    }

    function test_onlyTheEntryPointExecutes() public {
        bytes memory transfer = abi.encodeCall(token.transfer, (vm.addr(9), 1));
        address[2] memory others = [vm.addr(SECRET), address(this)];
        for (uint256 i; i < others.length; ++i) {
            vm.expectRevert(abi.encodeWithSignature("AccountUnauthorized(address)", others[i]));
            vm.prank(others[i]);
            account.execute(address(token), 0, transfer);
            vm.expectRevert(abi.encodeWithSignature("AccountUnauthorized(address)", others[i]));
            vm.prank(others[i]);
            account.executeBatch(new SmartAccount.Call[](0));
        }
    }

    function test_executesOneCallOrABatchInItsOwnName() public {
        token.mint(address(account), 10);
        address to = vm.addr(9);
        bytes memory transfer = abi.encodeCall(token.transfer, (to, 2));
        vm.prank(ENTRY_POINT);
        account.execute(address(token), 0, transfer);
        vm.assertEq(token.balanceOf(to), 2, "one");

        SmartAccount.Call[] memory calls = new SmartAccount.Call[](2);
        calls[0] = SmartAccount.Call(address(token), 0, transfer);
        calls[1] = calls[0];
        vm.prank(ENTRY_POINT);
        account.executeBatch(calls);
        vm.assertEq(token.balanceOf(to), 6, "batch");
    }

    function test_aFailedCallFailsItsWholeBatchWithItsReason() public {
        token.mint(address(account), 3);
        SmartAccount.Call[] memory calls = new SmartAccount.Call[](2);
        calls[0] = SmartAccount.Call(address(token), 0, abi.encodeCall(token.transfer, (vm.addr(9), 2)));
        calls[1] = calls[0];
        vm.expectRevert(
            abi.encodeWithSignature("ERC20InsufficientBalance(address,uint256,uint256)", address(account), 1, 2)
        );
        vm.prank(ENTRY_POINT);
        account.executeBatch(calls);
        vm.assertEq(token.balanceOf(vm.addr(9)), 0, "nothing moved");
    }

    function test_selectorsAreTheProvidersOwn() public view {
        vm.assertEq(bytes32(account.execute.selector), bytes32(bytes4(0xb61d27f6)), "execute");
        vm.assertEq(bytes32(account.executeBatch.selector), bytes32(bytes4(0x34fcd5be)), "executeBatch");
    }
}
