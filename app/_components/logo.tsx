import { commonText } from '../_text/common.ts'
import classes from './logo.module.css'

export function Logo() {
  return (
    <span className={classes.logo}>
      <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect width="32" height="32" rx="8" fill="#1f4fd8" />
        <path d="M20 7v11.5a5.5 5.5 0 0 1-11 0V17h4v1.5a1.5 1.5 0 0 0 3 0V11h-3.5V7z" fill="#fff" />
        <circle cx="23.5" cy="22.5" r="2.5" fill="#9fc2ff" />
      </svg>
      {commonText.name}
    </span>
  )
}
