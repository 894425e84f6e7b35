// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Many calls of one caller in one transaction, each of which stands or fails alone.
abstract contract Batch {
    /// @dev What reporting one failed entry costs at most.
    uint256 private constant REPORT_GAS = 10_000;
    uint256 private constant MAX_REASON = 256;

    /// @notice An entry of `caller`'s batch had no effect; `reason` is the start of what it reverted with, or empty when
    /// it ran out of gas.
    event CallFailed(address indexed caller, uint256 indexed index, bytes reason);

    error BatchInBatch();
    error OutOfBatchGas(uint256 index);

    /// @notice Makes calls of this contract in the caller's name, one after the other. A call that fails is reported and
    /// undoes none of the others. No entry can use more than an equal share of the gas that is left.
    function batch(bytes[] calldata calls) external {
        for (uint256 i; i < calls.length; ++i) {
            bytes calldata data = calls[i];
            if (bytes4(data) == this.batch.selector) {
                emit CallFailed(msg.sender, i, abi.encodeWithSelector(BatchInBatch.selector));
                continue;
            }
            uint256 share = gasleft() / (calls.length - i);
            if (share <= REPORT_GAS) revert OutOfBatchGas(i);
            (bool success, bytes memory reason) = _callSelf(data, share - REPORT_GAS);
            if (!success) emit CallFailed(msg.sender, i, reason);
        }
    }

    /// @dev Copies no more of what an entry returns than is reported: copying is paid by the entries after it.
    function _callSelf(bytes calldata data, uint256 gasShare) private returns (bool success, bytes memory reason) {
        bytes memory input = data;
        assembly ("memory-safe") {
            success := delegatecall(gasShare, address(), add(input, 32), mload(input), 0, 0)
        }
        if (success) return (true, "");

        assembly ("memory-safe") {
            let size := returndatasize()
            if gt(size, MAX_REASON) { size := MAX_REASON }
            reason := mload(0x40)
            mstore(reason, size)
            returndatacopy(add(reason, 32), 0, size)
            mstore(0x40, add(reason, 288))
        }
    }
}
