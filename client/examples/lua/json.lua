-- JSON for servers that have none of their own. Numbers are doubles, and `null` is nil.

local json = {}

local names = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }

local function quoted(text)
	return '"' .. text:gsub('[%c"\\]', function(character)
		return names[character] or ("\\u%04x"):format(character:byte())
	end) .. '"'
end

--- Returns JSON. A table with the key 1, and an empty one, is an array.
function json.encode(value)
	local kind = type(value)
	if kind == "string" then return quoted(value) end
	if kind == "number" then
		assert(value == value and math.abs(value) < math.huge, "JSON has no such number")
		return value % 1 == 0 and math.abs(value) <= 2 ^ 53 and ("%.0f"):format(value) or ("%.17g"):format(value)
	end
	if kind ~= "table" then return tostring(value) end
	local parts = {}
	if value[1] ~= nil or next(value) == nil then
		for _, item in ipairs(value) do parts[#parts + 1] = json.encode(item) end
		return "[" .. table.concat(parts, ",") .. "]"
	end
	for name, item in pairs(value) do parts[#parts + 1] = quoted(tostring(name)) .. ":" .. json.encode(item) end
	return "{" .. table.concat(parts, ",") .. "}"
end

local function utf8_of(code)
	if code < 128 then return string.char(code) end
	if code < 2048 then return string.char(192 + math.floor(code / 64), 128 + code % 64) end
	local last_two = string.char(128 + math.floor(code / 64) % 64, 128 + code % 64)
	if code < 65536 then return string.char(224 + math.floor(code / 4096)) .. last_two end
	return string.char(240 + math.floor(code / 262144), 128 + math.floor(code / 4096) % 64) .. last_two
end

local escapes = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }

local function unquoted(text)
	-- Characters beyond the first 65,536 are written in two halves.
	text = text:gsub("\\u([dD][89abAB]%x%x)\\u([dD][c-fC-F]%x%x)", function(high, low)
		return utf8_of(65536 + (tonumber(high, 16) - 55296) * 1024 + tonumber(low, 16) - 56320)
	end)
	return (text:gsub("\\(.)(%x?%x?%x?%x?)", function(escape, hex)
		if escape == "u" then return utf8_of(tonumber(hex, 16)) end
		return (escapes[escape] or escape) .. hex
	end))
end

local words = { ["true"] = true, ["false"] = false }

local parse

local function parse_list(text, at, close, add)
	at = text:find("%S", at)
	if text:sub(at, at) == close then return at + 1 end
	while true do
		at = text:find("%S", add(at))
		local mark = text:sub(at, at)
		if mark == close then return at + 1 end
		assert(mark == ",", "this is no JSON")
		at = at + 1
	end
end

local function parse_string(text, at)
	local from, to = at + 1, at + 1
	while text:sub(to, to) ~= '"' do
		assert(to <= #text, "this is no JSON")
		to = to + (text:sub(to, to) == "\\" and 2 or 1)
	end
	return unquoted(text:sub(from, to - 1)), to + 1
end

function parse(text, at)
	at = assert(text:find("%S", at), "this is no JSON")
	local mark = text:sub(at, at)
	if mark == '"' then return parse_string(text, at) end
	local made, count = {}, 0
	if mark == "[" then
		return made, parse_list(text, at + 1, "]", function(item)
			count = count + 1
			made[count], item = parse(text, item)
			return item
		end)
	end
	if mark == "{" then
		return made, parse_list(text, at + 1, "}", function(item)
			local name
			item = text:find('"', item, true)
			name, item = parse_string(text, item)
			item = select(2, text:find("^%s*:", item)) + 1
			made[name], item = parse(text, item)
			return item
		end)
	end
	local word = text:match("^[%w+.-]+", at)
	assert(word == "null" or words[word] ~= nil or tonumber(word), "this is no JSON")
	if words[word] ~= nil then return words[word], at + #word end
	return tonumber(word), at + #word
end

function json.decode(text)
	local value, at = parse(text, 1)
	assert(not text:find("%S", at), "this is no JSON")
	return value
end

return json
