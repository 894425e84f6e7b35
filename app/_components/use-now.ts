'use client'
import { useEffect, useState } from 'react'

/** This browser's clock in milliseconds, read every second; undefined until the page lives in a browser. */
export function useNow(): number | undefined {
  const [now, setNow] = useState<number>()
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
