'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useConnect, useConnection } from 'wagmi'
import { providerWallet } from '#lib/client/chain/provider-wallet.ts'
import { queries } from '#lib/client/queries.ts'

/** Presents the wallet that the service knows to the hooks that read the chain. */
export function WalletBridge({ hasWallet }: { hasWallet: boolean }) {
  const { data: wallet } = useQuery({ ...queries.wallet(), enabled: hasWallet })
  const { isConnected } = useConnection()
  const { mutate: connect } = useConnect()
  const address = wallet?.address
  useEffect(() => {
    if (address && !isConnected) connect({ connector: providerWallet(`0x${address.slice(2)}`) })
  }, [address, isConnected, connect])
  return null
}
