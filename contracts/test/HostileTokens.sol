// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @dev Anyone mints; the tokens below each misbehave in one way.
contract OpenToken is ERC20("Token", "T") {
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}

/// @dev Reverts transfers from and to blocked accounts, as regulated stablecoins do.
contract BlocklistToken is OpenToken {
    mapping(address account => bool) public isBlocked;

    error Blocked(address account);

    function setBlocked(address account, bool blocked) external {
        isBlocked[account] = blocked;
    }

    function _update(address from, address to, uint256 amount) internal override {
        if (isBlocked[from]) revert Blocked(from);
        if (isBlocked[to]) revert Blocked(to);
        super._update(from, to, amount);
    }
}

/// @dev Keeps one hundredth of every transfer.
contract FeeToken is OpenToken {
    function _update(address from, address to, uint256 amount) internal override {
        super._update(from, to, amount);
        if (from != address(0) && to != address(0)) super._update(to, address(this), amount / 100);
    }
}

/// @dev Gives the receiver one more than was sent.
contract BonusToken is OpenToken {
    function _update(address from, address to, uint256 amount) internal override {
        super._update(from, to, amount);
        if (from != address(0) && to != address(0)) super._update(address(0), to, 1);
    }
}

/// @dev Answers false instead of reverting, once set to.
contract FalseToken is OpenToken {
    bool public fails;

    function setFails(bool value) external {
        fails = value;
    }

    function transfer(address to, uint256 amount) public override returns (bool) {
        return fails ? false : super.transfer(to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        return fails ? false : super.transferFrom(from, to, amount);
    }
}

/// @dev Calls back into a chosen contract during every transfer, and keeps what came of it.
contract ReentrantToken is OpenToken {
    address public victim;
    bytes public data;
    uint256 public tried;
    uint256 public succeeded;
    bytes public answer;

    function arm(address victim_, bytes calldata data_) external {
        (victim, data) = (victim_, data_);
    }

    function _update(address from, address to, uint256 amount) internal override {
        super._update(from, to, amount);
        if (victim == address(0)) return;
        ++tried;
        (bool success, bytes memory returned) = victim.call(data);
        if (success) ++succeeded;
        answer = returned;
    }
}
