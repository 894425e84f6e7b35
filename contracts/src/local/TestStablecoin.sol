// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// @title Test money of the local chain: 6 decimals, made by one minter.
contract TestStablecoin is ERC20Permit {
    address public immutable minter;

    error NotMinter(address caller);

    constructor(address minter_) ERC20("Test USD Coin", "USDC") ERC20Permit("Test USD Coin") {
        minter = minter_;
    }

    function mint(address to, uint256 amount) external {
        if (msg.sender != minter) revert NotMinter(msg.sender);

        _mint(to, amount);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}
