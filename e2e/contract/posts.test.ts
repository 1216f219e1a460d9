import { runTables } from '../support/rows/run-table.ts'
import { answering, editing, liking, reading, removing, writing } from './posts.table.ts'

runTables({
  'writing posts': writing,
  'editing posts': editing,
  'deleting, removing and restoring posts': removing,
  'likes of posts': liking,
  'answers to posts': answering,
  'reading posts': reading,
})
