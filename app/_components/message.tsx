import type { ReactNode } from 'react'
import classes from './message.module.css'

type MessageProps = { title: string; text: string; children: ReactNode }

/** Says one thing and offers a way on, within a page that has its frame already; it works where nothing else does. */
export function Message({ title, text, children }: MessageProps) {
  return (
    <div className={classes.message}>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>{text}</p>
      {children}
    </div>
  )
}
