import { expect, test } from 'vitest'
import { groupNameIn, subjectOf } from './rules.ts'

test.each([
  ['/place/100000001/Race', 'place:100000001'],
  ['/place/100000001/Race?tab=comments#comment-abc1', 'comment:abc1'],
  ['/place/100000001/Race?tab=updates&update=2#comment-abc1', 'comment:abc1'],
  ['/catalog/100000001/Cap#comment-abc1', 'comment:abc1'],
  ['/groups/Club#comment-abc1', 'comment:abc1'],
  ['/catalog/100000001/Cap', 'asset:100000001'],
  ['/user/Anna?styling=off#post-abc1', 'post:abc1'],
  ['/user/Anna/post/abc1', 'post:abc1'],
  ['/user/Anna/post/abc1#post-def2', 'post:def2'],
  ['/admin/reports/abc1', 'report:abc1'],
  ['flag:Name', 'flag:Name'],
])('finds the subject of %s', (text, subject) => {
  expect([subjectOf(text), groupNameIn(text)]).toEqual([subject, undefined])
})
