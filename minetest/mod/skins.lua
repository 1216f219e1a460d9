-- Players wear what their avatars wear on the platform.

return function() end
