// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {IJobEscrow} from "./IJobEscrow.sol";

/// @title Money in and out of the one token; a payee that cannot be paid delays nobody else.
abstract contract Payments is IJobEscrow, ReentrancyGuard {
    using SafeERC20 for IERC20;

    IERC20 public immutable token;

    mapping(address account => uint256) public owed;

    constructor(IERC20 token_) {
        if (address(token_).code.length == 0) revert InvalidConfig("token");

        token = token_;
    }

    function collect(address account) external nonReentrant {
        uint256 amount = owed[account];
        if (amount == 0) revert NothingOwed(account);

        owed[account] = 0;

        emit Collected(account, amount);

        token.safeTransfer(account, amount);
    }

    function _pull(address from, uint256 amount) internal {
        uint256 before = token.balanceOf(address(this));
        token.safeTransferFrom(from, address(this), amount);
        uint256 received = token.balanceOf(address(this)) - before;

        if (received != amount) revert WrongAmountReceived(amount, received);
    }

    /// @dev Never reverts for the payee's sake: what the token refuses to send is credited to `owed`.
    function _pay(uint256 id, address to, uint256 amount) internal {
        if (amount == 0 || token.trySafeTransfer(to, amount)) return;

        owed[to] += amount;

        emit PaymentDeferred(id, to, amount);
    }
}
