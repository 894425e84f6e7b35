'use client'
import { Tabs, TabsList, TabsTab } from '@mantine/core'
import { useEffect, useRef } from 'react'
import classes from './filter-tabs.module.css'

type FilterTabsProps<Name extends string> = {
  label: string
  tabs: readonly { name: Name; label: string; count?: number | undefined }[]
  value: Name
  onChange: (name: Name) => void
}

/** The parts of a list, each with how many it has where that is known; the chosen one is always in sight. */
export function FilterTabs<Name extends string>({ label, tabs, value, onChange }: FilterTabsProps<Name>) {
  const choose = (name: string | null) => {
    const tab = tabs.find((one) => one.name === name)
    if (tab) onChange(tab.name)
  }
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen tab is another element for another value
  useEffect(() => {
    const tab = list.current?.querySelector('[aria-selected="true"]')
    if (!list.current || !tab) return
    const { left, width } = list.current.getBoundingClientRect()
    const { left: tabLeft, width: tabWidth } = tab.getBoundingClientRect()
    list.current.scrollBy({ left: tabLeft - left - (width - tabWidth) / 2 })
  }, [value])
  return (
    <Tabs value={value} onChange={choose}>
      <TabsList ref={list} aria-label={label} className={classes.groups}>
        {tabs.map((tab) => (
          <TabsTab key={tab.name} value={tab.name} aria-controls={undefined}>
            {tab.label} {'count' in tab && <span className={classes.count}>{tab.count ?? ' '}</span>}
          </TabsTab>
        ))}
      </TabsList>
    </Tabs>
  )
}
