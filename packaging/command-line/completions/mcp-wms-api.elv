
use builtin;
use str;

set edit:completion:arg-completer[mcp-wms-api] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'mcp-wms-api'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'mcp-wms-api'= {
            cand --env-file 'File with settings (default: `WMS_ENV_FILE`, else `.env` in the working directory)'
            cand --profile 'Profile used when a call names none'
            cand --demo 'Read the embedded demo warehouse instead of a configured one'
            cand -h 'Print help'
            cand --help 'Print help'
            cand -V 'Print version'
            cand --version 'Print version'
            cand serve 'Serve MCP on stdin and stdout (the default)'
            cand call 'Make one call and print its answer; exit status 1 if it fails'
            cand tools 'List the tools, or explain one'
            cand doctor 'Try every step of reading a warehouse; exit status 1 if one fails'
            cand simulate 'Run the simulated EasyWMS alone, for trying a profile by hand'
            cand completions 'Print the completion script of a shell'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'mcp-wms-api;serve'= {
            cand --env-file 'File with settings (default: `WMS_ENV_FILE`, else `.env` in the working directory)'
            cand --profile 'Profile used when a call names none'
            cand --demo 'Read the embedded demo warehouse instead of a configured one'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'mcp-wms-api;call'= {
            cand --env-file 'File with settings (default: `WMS_ENV_FILE`, else `.env` in the working directory)'
            cand --profile 'Profile used when a call names none'
            cand --pretty 'Print rows as a table and facts in lines, for people'
            cand --demo 'Read the embedded demo warehouse instead of a configured one'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'mcp-wms-api;tools'= {
            cand --env-file 'File with settings (default: `WMS_ENV_FILE`, else `.env` in the working directory)'
            cand --profile 'Profile used when a call names none'
            cand --json 'Print the definitions that clients get, as JSON'
            cand --demo 'Read the embedded demo warehouse instead of a configured one'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'mcp-wms-api;doctor'= {
            cand --env-file 'File with settings (default: `WMS_ENV_FILE`, else `.env` in the working directory)'
            cand --profile 'Profile used when a call names none'
            cand --all 'Examine every profile, not only the default one'
            cand --json 'Print the findings as JSON'
            cand --demo 'Read the embedded demo warehouse instead of a configured one'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'mcp-wms-api;simulate'= {
            cand --port 'Port on 127.0.0.1; 0 takes a free one'
            cand --scale 'Multiplies the data'
            cand --env-file 'File with settings (default: `WMS_ENV_FILE`, else `.env` in the working directory)'
            cand --profile 'Profile used when a call names none'
            cand --demo 'Read the embedded demo warehouse instead of a configured one'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'mcp-wms-api;completions'= {
            cand --env-file 'File with settings (default: `WMS_ENV_FILE`, else `.env` in the working directory)'
            cand --profile 'Profile used when a call names none'
            cand --demo 'Read the embedded demo warehouse instead of a configured one'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'mcp-wms-api;help'= {
            cand serve 'Serve MCP on stdin and stdout (the default)'
            cand call 'Make one call and print its answer; exit status 1 if it fails'
            cand tools 'List the tools, or explain one'
            cand doctor 'Try every step of reading a warehouse; exit status 1 if one fails'
            cand simulate 'Run the simulated EasyWMS alone, for trying a profile by hand'
            cand completions 'Print the completion script of a shell'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'mcp-wms-api;help;serve'= {
        }
        &'mcp-wms-api;help;call'= {
        }
        &'mcp-wms-api;help;tools'= {
        }
        &'mcp-wms-api;help;doctor'= {
        }
        &'mcp-wms-api;help;simulate'= {
        }
        &'mcp-wms-api;help;completions'= {
        }
        &'mcp-wms-api;help;help'= {
        }
    ]
    $completions[$command]
}
