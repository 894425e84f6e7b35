// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev The cheats of the test machine that are used here.
interface Vm {
    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }

    function addr(uint256 key) external pure returns (address);
    function assertEq(uint256 left, uint256 right, string calldata what) external pure;
    function assertEq(address left, address right, string calldata what) external pure;
    function assertEq(bytes32 left, bytes32 right, string calldata what) external pure;
    function assertEq(bool left, bool right, string calldata what) external pure;
    function assertLe(uint256 left, uint256 right, string calldata what) external pure;
    function assertTrue(bool condition, string calldata what) external pure;
    function assume(bool condition) external pure;
    function envUint(string calldata name) external view returns (uint256);
    function chainId(uint256 id) external;
    function etch(address target, bytes calldata code) external;
    function expectEmit(bool one, bool two, bool three, bool data, address emitter) external;
    function expectRevert(bytes calldata revertData) external;
    function expectPartialRevert(bytes4 selector) external;
    function getCode(string calldata what) external view returns (bytes memory);
    function getRecordedLogs() external returns (Log[] memory);
    function load(address target, bytes32 slot) external view returns (bytes32);
    function parseBytes(string calldata text) external pure returns (bytes memory);
    function prank(address sender) external;
    function readLine(string calldata path) external view returns (string memory);
    function recordLogs() external;
    function revertToStateAndDelete(uint256 id) external returns (bool);
    function sign(uint256 key, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function snapshotGasLastCall(string calldata group, string calldata name) external returns (uint256);
    function snapshotState() external returns (uint256);
    function store(address target, bytes32 slot, bytes32 value) external;
    function warp(uint256 time) external;
}

abstract contract Base {
    bool public IS_TEST = true;
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    address[] private _targets;

    function targetContracts() public view returns (address[] memory) {
        return _targets;
    }

    function target(address fuzzed) internal {
        _targets.push(fuzzed);
    }

    function bound(uint256 value, uint256 low, uint256 high) internal pure returns (uint256) {
        return value >= low && value <= high ? value : low + value % (high - low + 1);
    }
}
