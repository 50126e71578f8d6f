import { describe, expect, it } from 'vitest'
import { chapterOf, hits, plain, spans } from '../src/rules/chapters'

describe('the short rules', () => {
  it('parse emphasis and terms with a note', () => {
    expect(spans('Take *4 mon*, a free [kobun] and [kobuna|kobun]')).toEqual([
      { text: 'Take ', strong: false, note: '' },
      { text: '4 mon', strong: true, note: '' },
      { text: ', a free ', strong: false, note: '' },
      { text: 'kobun', strong: false, note: 'kobun' },
      { text: ' and ', strong: false, note: '' },
      { text: 'kobuna', strong: false, note: 'kobun' },
    ])
    expect(plain('a [word|lap] *more*')).toBe('a word more')
  })
  it('ignore case and accents when searching', () => {
    expect(hits('Incêndio e incendio', 'INCEN')).toEqual(['', 'Incên', 'dio e ', 'incen', 'dio'])
    expect(hits('rice', 'fire')).toEqual(['rice'])
    expect(hits('rice', '')).toEqual(['rice'])
  })
  it('open at the chapter of the current step', () => {
    expect(chapterOf(['income', 'hire'])).toBe('hire')
    expect(chapterOf(['starve'])).toBe('payday')
    expect(chapterOf([])).toBeNull()
  })
})
