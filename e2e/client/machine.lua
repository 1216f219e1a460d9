-- The runtime of a script: threads, a clock that only `advance` moves, and a record of all effects.

local type, tostring, select, error, unpack = type, tostring, select, error, unpack
local sethook = debug.sethook

-- A thread that runs this many instructions without waiting would hang the client.
local instructionLimit = 10 * 1000 * 1000
local resumeLimit = 100 * 1000

-- Names of all objects and enum items.
local names = setmetatable({}, { __mode = "k" })
local records = {}
local clock, threads = 0, {}

-- Encodes JSON. Each byte of a string becomes the character with its number, so that no byte is lost.
local function quote(text)
	return '"' .. text:gsub('[%c"\\\127-\255]', function(c) return ("\\u%04x"):format(c:byte()) end) .. '"'
end

local function json(value)
	local kind = type(value)
	if kind == "string" then return quote(value) end
	if kind == "number" then return ("%.17g"):format(value) end
	if kind == "boolean" then return tostring(value) end
	if names[value] then return '{"is":' .. quote(names[value]) .. "}" end
	if kind == "nil" then return "null" end
	return '{"is":' .. quote(kind) .. "}"
end

local function record(kind, target, name, ...)
	local list = {}
	for i = 1, select("#", ...) do list[i] = json((select(i, ...))) end
	records[#records + 1] = ('{"kind":"%s","target":%s,"name":%s,"values":[%s]}'):format(
		kind, quote(target), quote(name), table.concat(list, ","))
end

local function resume(entry)
	sethook(entry.thread, function() error("a thread ran too long without waiting", 0) end, "", instructionLimit)
	local ok, problem = coroutine.resume(entry.thread, unpack(entry.arguments, 1, entry.count))
	if not ok then
		entry.problem = tostring(problem)
		record("error", "thread", "error", entry.problem)
	elseif coroutine.status(entry.thread) ~= "dead" then
		threads[#threads + 1] = { thread = entry.thread, due = clock + problem, arguments = { problem }, count = 1 }
	else
		entry.returned = problem
	end
	return entry
end

local function run(call, ...)
	return resume({ thread = coroutine.create(call), arguments = { ... }, count = select("#", ...) })
end

function wait(seconds)
	return coroutine.yield(math.max(type(seconds) == "number" and seconds or 0, 1 / 30))
end

function delay(seconds, call)
	threads[#threads + 1] = { thread = coroutine.create(call), due = clock + seconds, arguments = {}, count = 0 }
end

function spawn(call) delay(0, call) end

function print(...)
	local words = {}
	for i = 1, select("#", ...) do words[i] = tostring((select(i, ...))) end
	record("print", "output", "print", table.concat(words, " "))
end

function printidentity() print("Current identity is 7") end
function tick() return clock end
function time() return clock end
Wait, Delay, Spawn = wait, delay, spawn

-- A client's scripts have no files, processes or modules.
io, os, package, require, module, dofile, loadfile, debug = nil, nil, nil, nil, nil, nil, nil, nil

local machine = { names = names, record = record, run = run }

-- The return value of the main body, if it ended without waiting.
local returned
function machine.returned() return json(returned) end

-- Runs a script's main body. Returns whether it ended without waiting.
function machine.main(source)
	local chunk, problem = loadstring(source, "=script")
	if not chunk then error(problem, 0) end
	local entry = run(chunk)
	if entry.problem then error(entry.problem, 0) end
	returned = entry.returned
	return coroutine.status(entry.thread) == "dead"
end

-- Advances the clock, and wakes the threads that become due, in order.
function machine.advance(seconds)
	local target = clock + seconds
	for _ = 1, resumeLimit do
		local next
		for i, entry in ipairs(threads) do
			if entry.due <= target and (not next or entry.due < threads[next].due) then next = i end
		end
		if not next then
			clock = target
			return
		end
		local entry = table.remove(threads, next)
		clock = entry.due
		resume(entry)
	end
	error("threads woke too often", 0)
end

function machine.records()
	return "[" .. table.concat(records, ",") .. "]"
end

return machine
