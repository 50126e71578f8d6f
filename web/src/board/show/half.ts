import { fireOf, type Report } from '../../table/motion/show'
import { numbers } from '../places'

/** Return the half of the canal that is the stage: where the fire is; for a payday that of the boats. */
export function halfOf(report: Report): 'left' | 'right' {
  if (report.kind === 'payday') return 'left'
  const { nagaya } = fireOf(report)
  return numbers.nagayas[nagaya as 'A']?.half === 'right' ? 'right' : 'left'
}
