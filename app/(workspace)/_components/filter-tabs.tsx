'use client'
import { Tabs, TabsList, TabsTab } from '@mantine/core'
import classes from './list-table.module.css'

type FilterTabsProps<Name extends string> = {
  label: string
  tabs: readonly { name: Name; label: string; count?: number | undefined }[]
  value: Name
  onChange: (name: Name) => void
}

/** The parts of a list, each with how many it has where that is known. */
export function FilterTabs<Name extends string>({ label, tabs, value, onChange }: FilterTabsProps<Name>) {
  const choose = (name: string | null) => {
    const tab = tabs.find((one) => one.name === name)
    if (tab) onChange(tab.name)
  }
  return (
    <Tabs value={value} onChange={choose}>
      <TabsList aria-label={label} className={classes.groups}>
        {tabs.map((tab) => (
          <TabsTab key={tab.name} value={tab.name} aria-controls={undefined}>
            {tab.label} {'count' in tab && <span className={classes.count}>{tab.count ?? ' '}</span>}
          </TabsTab>
        ))}
      </TabsList>
    </Tabs>
  )
}
